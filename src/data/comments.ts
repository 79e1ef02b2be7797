import { useCallback } from 'react';
import type { Comment } from '../../model/entities/comment.ts';
import type { Task } from '../../model/entities/task.ts';
import { commentCreate } from '../../model/mutations/comment/comment-create.ts';
import { commentDelete } from '../../model/mutations/comment/comment-delete.ts';
import { commentRestore } from '../../model/mutations/comment/comment-restore.ts';
import { commentEdit } from '../../model/mutations/comment/comment-edit.ts';
import { commentedTasks, taskComments } from '../../sync/client/index.ts';
import type { PickedFile } from './attach-file.ts';
import { useAccount, useLive, useMutate } from './client.tsx';
import type { SuccessOptions } from './success.tsx';

/** Comments of a task, oldest first; undefined while they are read. */
export function useTaskComments(taskId: string): readonly Comment[] | undefined {
  return useLive((db) => taskComments(db, taskId), [taskId]);
}

/** Names of the commented tasks, by id of the comment; empty while they are read. */
export function useCommentedTasks(ids: readonly string[]): ReadonlyMap<string, string> {
  return useLive((db) => commentedTasks(db, ids), [ids.join()]) ?? NO_NAMES;
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** Sends a comment with its file; returns its id when both are committed on this device. */
export function useSendComment(): (
  task: Task,
  text: string,
  attachment: PickedFile | undefined,
) => Promise<string | undefined> {
  const account = useAccount();
  const mutate = useMutate();
  return useCallback(
    async (task, comment, attachment) => {
      if (account === undefined) return undefined;
      const id = account.newId();
      const sent = await mutate(
        commentCreate,
        {
          id,
          project: task.project,
          task: task.id,
          comment,
          attachment: attachment?.id ?? null,
        },
        { files: attachment?.files },
      );
      return sent ? id : undefined;
    },
    [account, mutate],
  );
}

/** Edits an own comment; `base` is the text the edit started from (WRITE-4). */
export function useEditComment(): (id: string, text: string, base: string) => Promise<boolean> {
  const mutate = useMutate();
  return useCallback(
    async (id, comment, base) => await mutate(commentEdit, { id, comment, comment_base: base }),
    [mutate],
  );
}

export function useDeleteComment(): (id: string, success: SuccessOptions) => Promise<boolean> {
  const mutate = useMutate();
  return useCallback(
    async (id, success) => await mutate(commentDelete, { id }, { success }),
    [mutate],
  );
}

/** Reverts the deletion of a comment, with text and attachment. */
export function useRestoreComment(): (comment: Comment) => Promise<boolean> {
  const mutate = useMutate();
  return useCallback(
    async ({ id, comment, attachment }) =>
      await mutate(commentRestore, { id, comment, attachment, undo: true }),
    [mutate],
  );
}
