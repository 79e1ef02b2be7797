import { useCallback } from 'react';
import { groupCreate } from '../../model/mutations/chat/group-create.ts';
import { groupMembersChange } from '../../model/mutations/chat/group-members.ts';
import { groupRename } from '../../model/mutations/chat/group-rename.ts';
import { messageDelete } from '../../model/mutations/chat/message-delete.ts';
import { messageEdit } from '../../model/mutations/chat/message-edit.ts';
import { messageReact } from '../../model/mutations/chat/message-react.ts';
import { messageSend } from '../../model/mutations/chat/message-send.ts';
import { CairnError } from '../../model/shared/errors.ts';
import type { PickedFile } from './attach-file.ts';
import { useAccount, useMutate, useShowRefusal } from './client.tsx';
import type { SuccessOptions } from './success.tsx';

export interface NewMessage {
  readonly text: string;
  readonly replyTo: string | null;
  readonly attachment?: PickedFile | undefined;
}

/** Sends a message with its file, online or offline; true when both are committed on this device. */
export function useSendMessage(): (conversation: string, message: NewMessage) => Promise<boolean> {
  const account = useAccount();
  const mutate = useMutate();
  return useCallback(
    async (conversation, { text, replyTo, attachment }) => {
      if (account === undefined) return false;
      const id = account.newId();
      const file = attachment?.id ?? null;
      const args = { id, conversation, text, reply_to: replyTo, attachment: file };
      return mutate(messageSend, args, { files: attachment?.files });
    },
    [account, mutate],
  );
}

export function useEditMessage(): (id: string, text: string) => Promise<boolean> {
  const mutate = useMutate();
  return useCallback(async (id, text) => await mutate(messageEdit, { id, text }), [mutate]);
}

export function useDeleteMessage(): (id: string) => Promise<boolean> {
  const mutate = useMutate();
  return useCallback(async (id) => await mutate(messageDelete, { id }), [mutate]);
}

/** Adds or removes the person's own reaction to a message. */
export function useReact(): (id: string, emoji: string, on: boolean) => Promise<boolean> {
  const mutate = useMutate();
  return useCallback(
    async (id, emoji, on) => await mutate(messageReact, { id, emoji, on }),
    [mutate],
  );
}

/** Create New Group; returns the id when it is committed on this device. The server assigns the number. */
export function useCreateGroup(): (
  name: string,
  members: readonly string[],
) => Promise<string | undefined> {
  const account = useAccount();
  const mutate = useMutate();
  return useCallback(
    async (name, members) => {
      if (account === undefined) return undefined;
      const id = account.newId();
      return (await mutate(groupCreate, { id, name, members: [...members] })) ? id : undefined;
    },
    [account, mutate],
  );
}

export function useRenameGroup(): (id: string, name: string) => Promise<boolean> {
  const mutate = useMutate();
  return useCallback(async (id, name) => await mutate(groupRename, { id, name }), [mutate]);
}

/** Adds and removes organisation users; removing oneself is leaving. */
export function useChangeMembers(): (
  id: string,
  change: {
    readonly add?: readonly string[];
    readonly remove?: readonly string[];
    /** Reverts a removal: `since` of the former memberships, by person. */
    readonly since?: Readonly<Record<string, number>>;
  },
  success?: SuccessOptions,
) => Promise<boolean> {
  const mutate = useMutate();
  return useCallback(
    async (id, { add = [], remove = [], since }, success) => {
      const args = {
        id,
        add: [...add],
        remove: [...remove],
        ...(since && { since: { ...since } }),
      };
      return await mutate(groupMembersChange, args, { success });
    },
    [mutate],
  );
}

/** Page of messages to request: before a number, from a number on, or around a message. */
export type MessagePage =
  | { readonly before: number }
  | { readonly from: number }
  | { readonly around: string };

/**
 * Result of fetching messages. `gone`: the requested message is not in the conversation; `unavailable`: the
 * server cannot be reached now.
 */
export type MessageLoad = 'here' | 'gone' | 'unavailable';

/** Fetches messages that are not on this device. The result reports a failure. */
export function useLoadMessages(): (
  conversation: string,
  part: MessagePage,
  asked: boolean,
) => Promise<MessageLoad> {
  const account = useAccount();
  const showRefusal = useShowRefusal();
  return useCallback(
    async (conversation, part, asked) => {
      if (account === undefined) return 'unavailable';
      try {
        await account.loadMessages(conversation, part);
        return 'here';
      } catch (error) {
        if (!(error instanceof CairnError)) throw error;
        if (error.code === 'not_found') return 'gone';
        if (asked) await showRefusal(error.message);
        return 'unavailable';
      }
    },
    [account, showRefusal],
  );
}
