import { Button, UnstyledButton } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { useMarkChatRead, useMarkNotifications } from '../../data/notification-changes.ts';
import { useChatNotifications, useTaskNotifications } from '../../data/notifications.ts';
import { useMarkReminders, useReminders } from '../../data/reminders.ts';
import { i18n, type Message, message } from '../../i18n/i18n.ts';
import { moveTab } from '../../ui/focus/move-focus.ts';
import { useKeptFocus } from '../../ui/focus/use-kept-focus.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import styles from './inbox.module.css';
import { ChatItem } from './chat-item.tsx';
import {
  INBOX_VIEWS,
  type InboxEntry,
  inboxOf,
  type InboxView,
  remindersOf,
  unreadOf,
} from './inbox.ts';
import { Muted } from './muted.tsx';
import { PushSwitch } from './push-switch.tsx';
import { ReminderSwitch } from './reminder-switch.tsx';
import { TaskItem } from './task-item.tsx';
import { TodoItem } from './todo-item.tsx';
import { useInboxKeys } from './use-inbox-keys.ts';
import { useReminderSwitch } from './use-reminder-switch.ts';

const VIEW_LABELS: Readonly<Record<InboxView, Message>> = {
  Unread: message('Unread'),
  All: message('All'),
};

/**
 * The bell as an inbox: unread notifications, or all of them. Opening one marks it as read on all devices of the person;
 * J and K move, E marks.
 */
export function NotificationList({ onDone }: { readonly onDone: () => void }) {
  const id = useId();
  const [view, setView] = useState<InboxView>('Unread');
  const chats = useChatNotifications();
  const tasks = useTaskNotifications();
  const now = useNow(60_000);
  const [isOn] = useReminderSwitch();
  const reminders = useReminders(now, isOn);
  const toggle = useToggleRead();
  const list = useRef<HTMLUListElement>(null);
  const entries =
    chats && tasks && inboxOf(view, { chats, notifications: tasks, reminders: reminders ?? [] });
  useInboxKeys(list, (key) => {
    const entry = entries?.find((one) => one.key === key);
    if (entry !== undefined) void toggle(entry);
  });
  useKeptFocus(list, {
    selector: '[data-entry-link]',
    row: '[data-entry]',
    keys: (entries ?? []).map(({ key }) => key).join('\n'),
  });
  if (entries === undefined) return null;
  const unread = entries.filter(({ isRead }) => !isRead);
  return (
    <div>
      <div className={styles['head']}>
        <h2 className={styles['title']}>{i18n.t('Notifications')}</h2>
        <MarkAll unread={unread} />
      </div>
      <div className={styles['tabs']} role="tablist" aria-label={i18n.t('Notifications')}>
        {INBOX_VIEWS.map((name) => (
          <UnstyledButton
            key={name}
            role="tab"
            className={styles['tab']}
            aria-selected={name === view}
            aria-controls={id}
            tabIndex={name === view ? 0 : -1}
            onClick={() => setView(name)}
            onKeyDown={moveTab}
          >
            {i18n.t(VIEW_LABELS[name])}
          </UnstyledButton>
        ))}
      </div>
      <div id={id} role="tabpanel" aria-label={i18n.t(VIEW_LABELS[view])}>
        {entries.length === 0 && (
          <p className={styles['none']}>
            {view === 'Unread' ? i18n.t('No new notifications') : i18n.t('No notifications')}
          </p>
        )}
        <ul ref={list} className={styles['list']}>
          {entries.map((entry) =>
            entry.kind === 'chat' ? (
              <ChatItem key={entry.key} entry={entry} onDone={onDone} />
            ) : entry.kind === 'todo' ? (
              <TodoItem key={entry.key} entry={entry} now={now} onDone={onDone} />
            ) : (
              <TaskItem key={entry.key} entry={entry} now={now} onDone={onDone} />
            ),
          )}
        </ul>
      </div>
      <Muted />
      <ReminderSwitch />
      <PushSwitch />
    </div>
  );
}

function MarkAll({ unread }: { readonly unread: readonly InboxEntry[] }) {
  const mark = useMarkNotifications();
  const markReminders = useMarkReminders();
  const markChat = useMarkChatRead();
  // The undo makes unread what this marks, and nothing that was read before.
  const { chats, notifications: rows, reminders } = unreadOf(unread);
  const markAll = async () => {
    for (const chat of chats) await markChat(chat);
    const undo = async () => {
      const undone = await Promise.all([markReminders(reminders, false), mark(rows, false)]);
      return undone.every(Boolean);
    };
    // The read position of a chat never moves back: with one, there is nothing to undo as a whole.
    const success = { message: i18n.t('All marked as read'), ...(chats.length === 0 && { undo }) };
    if (rows.length > 0 && !(await mark(rows, true, reminders.length > 0 ? undefined : success)))
      return;
    if (reminders.length > 0) await markReminders(reminders, true, success);
  };
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      disabled={unread.length === 0}
      onClick={() => void markAll()}
    >
      {i18n.t('Mark all as read')}
    </Button>
  );
}

/** Marks an entry as read, or a read one as unread. */
function useToggleRead(): (entry: InboxEntry) => Promise<unknown> {
  const mark = useMarkNotifications();
  const markReminders = useMarkReminders();
  const markChat = useMarkChatRead();
  return async (entry) => {
    if (entry.kind === 'chat') return await markChat(entry.chat);
    if (entry.kind === 'task') await mark(entry.rows, !entry.isRead);
    await markReminders(remindersOf([entry]), !entry.isRead);
  };
}
