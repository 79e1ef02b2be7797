import { UnstyledButton } from '@mantine/core';
import { IconCheck, IconChecklist } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMarkReminders } from '../../data/reminders.ts';
import { i18n } from '../../i18n/i18n.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { EntryMenu, EntryMenuItem } from './entry-menu.tsx';
import { When } from './entry-parts.tsx';
import type { InboxEntry } from './inbox.ts';
import styles from './inbox.module.css';
import { reminderText } from './reminder-format.ts';

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
          <span className={styles['text']}>{reminderText(reminder, now)}</span>
          <span className={styles['meta']}>
            {i18n.t('Todo')} · <When at={at} />
          </span>
        </span>
      </UnstyledButton>
      <EntryMenu label={i18n.t('More for {name}', { name: reminder.name })}>
        <EntryMenuItem
          icon={<IconCheck {...SMALL_ICON} />}
          onClick={() => void mark([reminder], !isRead)}
        >
          {isRead ? i18n.t('Mark as unread') : i18n.t('Mark as read')}
        </EntryMenuItem>
      </EntryMenu>
    </li>
  );
}
