import { useCallback } from 'react';
import { chatSeen } from '../../model/mutations/chat/chat-seen.ts';
import { useAccount, useTryMutate } from './client.tsx';

/** Writes a read mark. Silent even when it is refused, e.g. because the person has just been removed. */
export function useMarkRead(): (
  conversation: string,
  mark: { readonly seen?: number; readonly delivered?: number; readonly back?: number },
) => Promise<void> {
  const account = useAccount();
  const mutate = useTryMutate();
  return useCallback(
    async (conversation, { seen = 0, delivered = 0, back = 0 }) => {
      const reader = account?.orgUserId;
      if (reader === undefined) return;
      await mutate(chatSeen, { conversation, reader, seen, delivered, back });
    },
    [account, mutate],
  );
}
