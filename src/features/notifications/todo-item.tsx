import { UnstyledButton } from '@mantine/core';
import { IconCheck, IconChecklist } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { deviceOffset } from '../../data/local-time.ts';
import { reminderText, useMarkReminders } from '../../data/reminders.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { EntryMenu, EntryMenuItem } from './entry-menu.tsx';
import { When } from './entry-parts.tsx';
import type { InboxEntry } from './inbox.ts';
import styles from './inbox.module.css';

interface TodoItemProps {
  readonly entry: Extract<InboxEntry, { readonly kind: 'todo' }>;
  /** Milliseconds. */
  readonly now: number;
  readonly onDone: () => void;
}

/** Reminder of a todo; it opens the todo in its panel. */
export function TodoItem({ entry, now, onDone }: TodoItemProps) {
  const { key, at, isRead, reminder } = entry;
  const navigate = useNavigate();
  const mark = useMarkReminders();
  const open = async () => {
    onDone();
    if (!isRead) await mark([reminder], true);
    await navigate({
      to: '.',
      search: (before) => ({ ...before, panel: 'todo', todo: reminder.id }),
    });
  };
  return (
    <li className={styles['row']} data-entry={key} data-read={isRead || undefined}>
      <UnstyledButton className={styles['entry']} data-entry-link onClick={() => void open()}>
        <span className={styles['hash']}>
          <IconChecklist {...SMALL_ICON} />
        </span>
        <span className={styles['words']}>
          <span className={styles['text']}>{reminderText(reminder, now, deviceOffset)}</span>
          <span className={styles['meta']}>
            Todo · <When at={at} />
          </span>
        </span>
      </UnstyledButton>
      <EntryMenu name={reminder.name}>
        <EntryMenuItem
          icon={<IconCheck {...SMALL_ICON} />}
          onClick={() => void mark([reminder], !isRead)}
        >
          {isRead ? 'Mark as unread' : 'Mark as read'}
        </EntryMenuItem>
      </EntryMenu>
    </li>
  );
}
