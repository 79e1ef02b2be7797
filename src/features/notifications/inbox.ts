import { isRead, type Notification } from '../../../model/entities/notification.ts';
import type { ChatNotification } from '../../data/notifications.ts';
import type { Reminder } from '../../data/reminders.ts';

export const INBOX_VIEWS = ['Unread', 'All'] as const;
export type InboxView = (typeof INBOX_VIEWS)[number];

interface Entry {
  /** Unique in the list. */
  readonly key: string;
  /** Milliseconds. */
  readonly at: number;
  readonly isRead: boolean;
  /** Number of events. */
  readonly count: number;
}

/** A task of the inbox; it has a notification, a reminder, or both. */
export interface TaskEntry extends Entry {
  readonly kind: 'task';
  readonly task: string;
  readonly project: string;
  /** The later of the two; its text is shown. */
  readonly latest:
    | { readonly kind: 'notification'; readonly row: Notification }
    | { readonly kind: 'reminder'; readonly reminder: Reminder };
  /** Notifications of the entry, the latest first. */
  readonly rows: readonly Notification[];
  readonly reminder: Reminder | undefined;
}

export type InboxEntry =
  | (Entry & { readonly kind: 'chat'; readonly chat: ChatNotification })
  | (Entry & { readonly kind: 'todo'; readonly reminder: Reminder })
  | TaskEntry;

export interface InboxSources {
  readonly chats: readonly ChatNotification[];
  readonly notifications: readonly Notification[];
  readonly reminders: readonly Reminder[];
}

/** One entry for each conversation with unread messages, for each task and for each todo, the latest first. */
export function inboxOf(view: InboxView, sources: InboxSources): readonly InboxEntry[] {
  const isShown = (read: boolean) => view === 'All' || !read;
  const rows = sources.notifications
    .filter((row) => isShown(isRead(row)))
    .toSorted((left, right) => Date.parse(right.at) - Date.parse(left.at));
  const reminders = sources.reminders.filter((one) => isShown(one.isRead));
  const rowsOf = Map.groupBy(rows, ({ task }) => task);
  const ofTask = new Map(
    reminders.filter(({ kind }) => kind === 'task').map((one) => [one.id, one]),
  );
  const tasks = [...new Set([...rowsOf.keys(), ...ofTask.keys()])].flatMap(
    (task) => taskEntry(task, rowsOf.get(task) ?? [], ofTask.get(task)) ?? [],
  );
  const todos = reminders.flatMap((reminder): readonly InboxEntry[] => {
    const { kind, id: key, at, isRead: read } = reminder;
    return kind === 'todo' ? [{ kind, key, at, isRead: read, count: 1, reminder }] : [];
  });
  const ofChats = sources.chats.map((chat): InboxEntry => {
    const { conversation: key, at, count } = chat;
    return { kind: 'chat', key, at: Date.parse(at), isRead: false, count, chat };
  });
  return [...ofChats, ...tasks, ...todos].toSorted((left, right) => right.at - left.at);
}

/** What is unread in these entries: under All, an entry has what was read before as well. */
export function unreadOf(entries: readonly InboxEntry[]): InboxSources {
  return {
    chats: entries.flatMap((entry) => (entry.kind === 'chat' ? [entry.chat] : [])),
    notifications: entries.flatMap((entry) =>
      entry.kind === 'task' ? entry.rows.filter((row) => !isRead(row)) : [],
    ),
    reminders: remindersOf(entries).filter((reminder) => !reminder.isRead),
  };
}

export function remindersOf(entries: readonly InboxEntry[]): readonly Reminder[] {
  return entries.flatMap((entry) => (entry.kind === 'chat' ? [] : (entry.reminder ?? [])));
}

function taskEntry(
  task: string,
  rows: readonly Notification[],
  reminder: Reminder | undefined,
): TaskEntry | undefined {
  const [newest] = rows;
  const notifiedAt = newest === undefined ? -Infinity : Date.parse(newest.at);
  const isReminder = reminder !== undefined && reminder.at >= notifiedAt;
  if (!isReminder && newest === undefined) return undefined;
  const latest =
    isReminder || newest === undefined
      ? reminder && ({ kind: 'reminder', reminder } as const)
      : ({ kind: 'notification', row: newest } as const);
  if (latest === undefined) return undefined;
  const unread = rows.filter((row) => !isRead(row));
  const isUnread = unread.length > 0 || reminder?.isRead === false;
  const events = (isUnread ? unread : rows).reduce((sum, row) => sum + row.count, 0);
  const reminds = reminder !== undefined && (!isUnread || !reminder.isRead);
  return {
    kind: 'task',
    key: task,
    task,
    project: newest?.project ?? reminder?.project ?? '',
    at: isReminder ? reminder.at : notifiedAt,
    isRead: !isUnread,
    count: events + Number(reminds),
    latest,
    rows,
    reminder,
  };
}
