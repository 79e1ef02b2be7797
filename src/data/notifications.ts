import { useMemo } from 'react';
import { isRead, type Notification } from '../../model/entities/notification.ts';
import { groupOfScope, peopleOfDirect } from '../../model/entities/scopes.ts';
import { listConversationMutes, listNotifications } from '../../sync/client/index.ts';
import { useAccount, useLive } from './client.tsx';
import { useConversations, useGroups } from './conversations.ts';
import { usePeople } from './people.ts';

/** Entry of the bell: unread messages of one conversation. */
export interface ChatNotification {
  readonly conversation: string;
  readonly name: string;
  readonly image: string | null;
  /** Part of the address: user id of the person, or number of the channel (null until assigned). */
  readonly to:
    | { readonly kind: 'direct'; readonly user: string }
    | { readonly kind: 'group'; readonly group: string; readonly number: number | null };
  readonly count: number;
  readonly at: string;
  /** Number of the newest message. */
  readonly lastSeq: number;
}

/** Conversations with unread messages that are not muted, newest first; undefined while they are read. */
export function useChatNotifications(): readonly ChatNotification[] | undefined {
  const conversations = useConversations();
  const people = usePeople();
  const groups = useGroups();
  const muted = useLive(listConversationMutes, []);
  const me = useAccount()?.orgUserId;
  return useMemo(() => {
    if (!conversations || !people || !groups || !muted) return undefined;
    return conversations.flatMap(({ id, unread, lastAt, lastSeq }): readonly ChatNotification[] => {
      if (unread === 0 || muted.has(id)) return [];
      const news = { conversation: id, count: unread, at: lastAt, lastSeq };
      const other = peopleOfDirect(id)?.find((person) => person !== me);
      const person = people.find((one) => one.id === other);
      if (person !== undefined) {
        const { display_name: name, profile_image: image, user } = person;
        return [{ ...news, name, image, to: { kind: 'direct', user } }];
      }
      const group = groups.find((one) => one.id === groupOfScope(id));
      if (group === undefined) return [];
      const to = { kind: 'group', group: group.id, number: group.number } as const;
      return [{ ...news, name: group.name, image: null, to }];
    });
  }, [conversations, people, groups, muted, me]);
}

/** Notifications about tasks, read ones included, newest first. */
export function useTaskNotifications(): readonly Notification[] | undefined {
  return useLive(listNotifications, []);
}

/** Sum of all unread counts (sessions spec, 9); undefined while they are read. */
export function useUnreadCount(): number | undefined {
  const chats = useChatNotifications();
  const tasks = useTaskNotifications();
  if (chats === undefined || tasks === undefined) return undefined;
  return sum(chats) + sum(tasks.filter((row) => !isRead(row)));
}

function sum(items: readonly { readonly count: number }[]): number {
  return items.reduce((total, { count }) => total + count, 0);
}
