import { isRead, type Notification } from '../../../model/entities/notification.ts';
import type { ChatNotification } from '../../data/notifications.ts';

export const INBOX_VIEWS = ['Unread', 'All'] as const;
export type InboxView = (typeof INBOX_VIEWS)[number];

interface Entry {
  /** Unique in the list. */
  readonly key: string;
  readonly at: string;
  readonly isRead: boolean;
  /** Number of events. */
  readonly count: number;
}

export type InboxEntry =
  | (Entry & { readonly kind: 'chat'; readonly chat: ChatNotification })
  | (Entry & {
      readonly kind: 'task';
      /** Its text is shown. */
      readonly latest: Notification;
      /** All notifications of the entry, the latest first. */
      readonly rows: readonly Notification[];
    });

/** One entry for each conversation with unread messages and for each task, the latest first. */
export function inboxOf(
  view: InboxView,
  chats: readonly ChatNotification[],
  notifications: readonly Notification[],
): readonly InboxEntry[] {
  const shown = notifications.filter((row) => view === 'All' || !isRead(row));
  const byTask = Map.groupBy(
    shown.toSorted((left, right) => compareTimes(left.at, right.at)),
    ({ task }) => task,
  );
  const ofTasks = [...byTask].flatMap(([task, rows]): readonly InboxEntry[] => {
    const [latest] = rows;
    if (latest === undefined) return [];
    const unread = rows.filter((row) => !isRead(row));
    return [
      {
        kind: 'task',
        key: task,
        at: latest.at,
        isRead: unread.length === 0,
        count: (unread.length === 0 ? rows : unread).reduce((sum, row) => sum + row.count, 0),
        latest,
        rows,
      },
    ];
  });
  const ofChats = chats.map((chat): InboxEntry => {
    const { conversation: key, at, count } = chat;
    return { kind: 'chat', key, at, isRead: false, count, chat };
  });
  return [...ofChats, ...ofTasks].toSorted((left, right) => compareTimes(left.at, right.at));
}

/** Latest first. */
function compareTimes(left: string, right: string): number {
  return left === right ? 0 : left < right ? 1 : -1;
}
