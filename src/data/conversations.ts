import type { Group } from '../../model/entities/group.ts';
import {
  type ConversationSummary,
  listConversations,
  listGroups,
} from '../../sync/client/index.ts';
import { useAccount, useLive } from './client.tsx';

export type { ConversationSummary };

/** Conversations with at least one message, most recent message first. */
export function useConversations(): readonly ConversationSummary[] | undefined {
  const me = useAccount()?.orgUserId ?? '';
  return useLive((db) => listConversations(db, me), [me]);
}

/** Channels of the person, by name. */
export function useGroups(): readonly Group[] | undefined {
  const me = useAccount()?.orgUserId ?? '';
  return useLive((db) => listGroups(db, me), [me]);
}
