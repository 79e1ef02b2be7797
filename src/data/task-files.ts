import { useCallback } from 'react';
import type { TaskFile } from '../../model/entities/task-file.ts';
import type { Task } from '../../model/entities/task.ts';
import type { ArgsOf } from '../../model/mutations/define-mutation.ts';
import { taskFileAdd } from '../../model/mutations/task-file/task-file-add.ts';
import { taskFileEdit } from '../../model/mutations/task-file/task-file-edit.ts';
import { rankBetween } from '../../model/shared/rank.ts';
import { fileEntryId, listTaskFiles } from '../../sync/client/index.ts';
import { originalOf } from './attach-drawing.ts';
import { useAccount, useLive, useMutate, useShowRefusal } from './client.tsx';
import { translated } from '../i18n/i18n.ts';
import type { SuccessOptions } from './success.tsx';

/** Files of a task in order; undefined while they are read. */
export function useTaskFiles(task: string): readonly TaskFile[] | undefined {
  return useLive((db) => listTaskFiles(db, task), [task]);
}

/**
 * Appends files to a task, one after the other: each is on this device with its entry, or neither. A file that is
 * refused does not prevent the others; the reasons are shown at the end, with the names. `notify` gets the number of
 * files that are still to be copied. Resolves to true when all are added.
 */
export function useAddTaskFiles(): (
  task: Task,
  contents: readonly File[],
  notify?: (left: number) => void,
) => Promise<boolean> {
  const account = useAccount();
  const showRefusal = useShowRefusal();
  return useCallback(
    async (task, contents, notify) => {
      if (account === undefined) return false;
      const refused: string[] = [];
      let last = (await listTaskFiles(account.db, task.id)).at(-1)?.rank;
      // Of a photo that was drawn on before it is attached, both are files of the task.
      const all = contents.flatMap((content) => {
        const original = originalOf(content);
        return original instanceof File ? [original, content] : [content];
      });
      const stored = new Map<File, string>();
      for (const [index, content] of all.entries()) {
        notify?.(all.length - index);
        const original = originalOf(content);
        const rank = rankBetween(last, undefined);
        const { name } = content;
        const { id: taskId, scope, project } = task;
        const drawnOn = original instanceof File ? stored.get(original) : original;
        const [file, id] = [account.newId(), account.newId()];
        const entry = { id, project, task: taskId, rank, file, caption: '' };
        const refusal = await account.attach([{ id: file, content, name, scope, drawnOn }], () => [
          taskFileAdd.prepare(entry),
        ]);
        if (refusal === undefined) {
          last = rank;
          stored.set(content, file);
        } else refused.push(`${name}: ${translated(refusal.message)}`);
      }
      notify?.(0);
      if (refused.length > 0) await showRefusal(refused.join('\n'));
      return refused.length === 0;
    },
    [account, showRefusal],
  );
}

export type TaskFileChanges = Omit<ArgsOf<typeof taskFileEdit>, 'id'>;

/** Changes caption or place of a file, or removes or restores it. */
export function useEditTaskFile(): (
  id: string,
  changes: TaskFileChanges,
  success?: SuccessOptions,
) => Promise<boolean> {
  const mutate = useMutate();
  return useCallback(
    async (id, changes, success) => await mutate(taskFileEdit, { id, ...changes }, { success }),
    [mutate],
  );
}

/** Uploads a file again that the server refused, or gives it up: its bytes are removed from this device. */
export function useRefusedFile() {
  const account = useAccount();
  return {
    retry: async (file: string) => {
      await account?.retry(fileEntryId(file));
    },
    giveUp: async (file: string) => {
      await account?.discard(fileEntryId(file));
    },
  };
}
