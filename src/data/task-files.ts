import { useCallback } from 'react';
import type { TaskFile } from '../../model/entities/task-file.ts';
import type { Task } from '../../model/entities/task.ts';
import type { ArgsOf } from '../../model/mutations/define-mutation.ts';
import { taskFileAdd } from '../../model/mutations/task-file/task-file-add.ts';
import { taskFileEdit } from '../../model/mutations/task-file/task-file-edit.ts';
import { rankBetween } from '../../model/shared/rank.ts';
import { fileEntryId, listTaskFiles } from '../../sync/client/index.ts';
import { reasonsOf, useAccount, useLive, useMutate, useShowRefusal } from './client.tsx';
import type { SuccessOptions } from './success.tsx';

/** Files of a task in order; undefined while they are read. */
export function useTaskFiles(task: string): readonly TaskFile[] | undefined {
  return useLive((db) => listTaskFiles(db, task), [task]);
}

/**
 * Appends files to a task, one after the other: each is on this device with its entry, or neither. A file that is
 * refused does not prevent the others; the reasons are shown at the end, with the names. `notify` gets the number of
 * files that are still to be copied.
 */
export function useAddTaskFiles(): (
  task: Task,
  contents: readonly File[],
  notify?: (left: number) => void,
) => Promise<void> {
  const account = useAccount();
  const showRefusal = useShowRefusal();
  return useCallback(
    async (task, contents, notify) => {
      if (account === undefined) return;
      const refused: string[] = [];
      let last = (await listTaskFiles(account.db, task.id)).at(-1)?.rank;
      for (const [index, content] of contents.entries()) {
        notify?.(contents.length - index);
        const rank = rankBetween(last, undefined);
        const result = await account.attach(content, {
          name: content.name,
          scope: task.scope,
          reference: (file) =>
            taskFileAdd.prepare({
              id: account.newId(),
              project: task.project,
              task: task.id,
              rank,
              file,
              caption: '',
            }),
        });
        if ('id' in result) last = rank;
        else refused.push(...reasonsOf([result]).map((reason) => `${content.name}: ${reason}`));
      }
      notify?.(0);
      if (refused.length > 0) await showRefusal(refused.join('\n'));
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
