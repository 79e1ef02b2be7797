import { useCallback, useMemo, useState } from 'react';
import type { Notification } from '../../model/entities/notification.ts';
import type { Project } from '../../model/entities/project.ts';
import type { Task } from '../../model/entities/task.ts';
import { conversationMute } from '../../model/mutations/chat/conversation-mute.ts';
import type { Mutation } from '../../model/mutations/define-mutation.ts';
import { notificationRead } from '../../model/mutations/notification/notification-read.ts';
import { projectMute } from '../../model/mutations/project/project-mute.ts';
import { taskMute } from '../../model/mutations/task/task-mute.ts';
import {
  listConversationMutes,
  listMutedTasks,
  listProjectMutes,
} from '../../sync/client/index.ts';
import { useAccount, useLive, useMutate } from './client.tsx';
import { useMarkRead } from './mark-read.ts';
import type { ChatNotification } from './notifications.ts';
import { useProjects } from './projects.ts';
import type { SuccessOptions } from './success.tsx';

/** Ids in one mutation. */
const AT_ONCE = 200;

/**
 * Marks notifications as read on all devices of the person, up to the version that they saw, or as unread; true when it
 * is committed on this device.
 */
export function useMarkNotifications(): (
  rows: readonly Notification[],
  read: boolean,
  success?: SuccessOptions,
) => Promise<boolean> {
  const mutate = useMutate();
  return useCallback(
    async (rows, read, success) => {
      const upto = rows.reduce((last, { at }) => (at > last ? at : last), '');
      for (let from = 0; from < rows.length; from += AT_ONCE) {
        const ids = rows.slice(from, from + AT_ONCE).map(({ id }) => id);
        const isLast = from + AT_ONCE >= rows.length;
        const shown = isLast ? { success } : {};
        if (!(await mutate(notificationRead, { ids, upto, read }, shown))) return false;
      }
      return true;
    },
    [mutate],
  );
}

/** Marks the messages of a conversation as read, up to the newest. */
export function useMarkChatRead(): (
  chat: Pick<ChatNotification, 'conversation' | 'lastSeq'>,
) => Promise<void> {
  const markRead = useMarkRead();
  return useCallback(
    async ({ conversation, lastSeq }) => await markRead(conversation, { seen: lastSeq }),
    [markRead],
  );
}

/** Mutes (`muted`) or unmutes something for this person; true when it is committed on this device. */
type SetMuted = (id: string, muted: boolean, success?: SuccessOptions) => Promise<boolean>;

/** Notifications of a project. */
export function useMuteProject(): SetMuted {
  return useSetMuted(projectMute, (project, mute) => ({ project, ...mute }));
}

/** Notifications of a task, mentions excepted. */
export function useMuteTask(): SetMuted {
  return useSetMuted(taskMute, (task, mute) => ({ task, ...mute }));
}

/** Notifications of a conversation. */
export function useMuteConversation(): SetMuted {
  return useSetMuted(conversationMute, (conversation, mute) => ({ conversation, ...mute }));
}

/** `argsOf` is read at the first render only. */
function useSetMuted<Args>(
  mutation: Mutation<Args>,
  argsOf: (id: string, mute: { readonly reader: string; readonly muted: boolean }) => Args,
): SetMuted {
  const reader = useAccount()?.orgUserId ?? '';
  const mutate = useMutate();
  const [toArgs] = useState(() => argsOf);
  return useCallback(
    async (id, muted, success) =>
      await mutate(mutation, toArgs(id, { reader, muted }), { success }),
    [mutate, mutation, reader, toArgs],
  );
}

/** Ids of the muted conversations. */
export function useMutedConversations(): ReadonlySet<string> | undefined {
  return useLive(listConversationMutes, []);
}

/** Muted tasks on this device. */
export function useMutedTasks(): readonly Task[] | undefined {
  return useLive(listMutedTasks, []);
}

/** Projects with muted notifications, by name. */
export function useMutedProjects(): readonly Project[] | undefined {
  const mutes = useLive(listProjectMutes, []);
  const projects = useProjects();
  return useMemo(
    () => mutes && projects?.filter(({ id }) => mutes.some(({ project }) => project === id)),
    [mutes, projects],
  );
}
