import { useCallback } from 'react';
import type { Subtask } from '../../model/entities/subtask.ts';
import type { Task } from '../../model/entities/task.ts';
import type { ArgsOf } from '../../model/mutations/define-mutation.ts';
import { subtaskArchive } from '../../model/mutations/subtask/subtask-archive.ts';
import { subtaskComplete } from '../../model/mutations/subtask/subtask-complete.ts';
import { subtaskCreate } from '../../model/mutations/subtask/subtask-create.ts';
import { subtaskEdit } from '../../model/mutations/subtask/subtask-edit.ts';
import { subtaskMove } from '../../model/mutations/subtask/subtask-move.ts';
import { subtaskSetDocument } from '../../model/mutations/subtask/subtask-set-document.ts';
import { rankBetween } from '../../model/shared/rank.ts';
import {
  findSubtask,
  type SubtaskCount,
  subtaskCounts,
  taskSubtasks,
} from '../../sync/client/index.ts';
import { type MutateOptions, useAccount, useLive, useMutate } from './client.tsx';
import type { SuccessOptions } from './success.tsx';

export type { SubtaskCount };

/** Subtasks of a task in order; undefined while they are read. */
export function useSubtasks(taskId: string): readonly Subtask[] | undefined {
  return useLive((db) => taskSubtasks(db, taskId), [taskId]);
}

/** Subtask by id; null when this device has no such row, undefined while it is read. */
export function useSubtask(id: string | undefined): Subtask | null | undefined {
  return useLive(
    async (db) => (id === undefined ? null : ((await findSubtask(db, id)) ?? null)),
    [id],
  );
}

/** Subtask counts by task, for visible tiles. */
export function useSubtaskCounts(
  taskIds: readonly string[],
): ReadonlyMap<string, SubtaskCount> | undefined {
  return useLive((db) => subtaskCounts(db, taskIds), [taskIds.join()]);
}

/** Fields of Create New Subtask. */
export type NewSubtask = Omit<
  ArgsOf<typeof subtaskCreate>,
  'id' | 'project' | 'task' | 'rank' | 'is_completed'
>;

/** Appends a subtask to its task; returns its id when it is committed on this device. */
export function useAddSubtask(): (
  task: Task,
  input: NewSubtask,
  options?: MutateOptions,
) => Promise<string | undefined> {
  const account = useAccount();
  const mutate = useMutate();
  return useCallback(
    async (task, input, options) => {
      if (account === undefined) return undefined;
      const id = account.newId();
      const last = (await taskSubtasks(account.db, task.id)).at(-1);
      const args = {
        ...input,
        id,
        project: task.project,
        task: task.id,
        rank: rankBetween(last?.rank, undefined),
        is_completed: false,
      };
      const added = await mutate(subtaskCreate, args, options);
      return added ? id : undefined;
    },
    [account, mutate],
  );
}

export type SubtaskChanges = Omit<ArgsOf<typeof subtaskEdit>, 'id'>;

export function useEditSubtask(): (id: string, changes: SubtaskChanges) => Promise<boolean> {
  const mutate = useMutate();
  return useCallback(
    async (id, changes) => await mutate(subtaskEdit, { id, ...changes }),
    [mutate],
  );
}

export function useTickSubtask(): Change<boolean> {
  const mutate = useMutate();
  return useCallback(
    async (id, done, success) => await mutate(subtaskComplete, { id, done }, { success }),
    [mutate],
  );
}

/** Deletes (status false) or restores (status true). */
export function useArchiveSubtask(): Change<boolean> {
  const mutate = useMutate();
  return useCallback(
    async (id, status, success) => await mutate(subtaskArchive, { id, status }, { success }),
    [mutate],
  );
}

export function useSetSubtaskDocument(): (
  id: string,
  document: string | null,
  options?: MutateOptions,
) => Promise<boolean> {
  const mutate = useMutate();
  return useCallback(
    async (id, document, options) => await mutate(subtaskSetDocument, { id, document }, options),
    [mutate],
  );
}

/** Moves a subtask between two others of its list; undefined means the end of the list on that side. */
export function useMoveSubtask(): (
  id: string,
  before: Subtask | undefined,
  after: Subtask | undefined,
  success?: SuccessOptions,
) => Promise<boolean> {
  const mutate = useMutate();
  return useCallback(
    async (id, before, after, success) => {
      const rank = rankBetween(before?.rank, after?.rank);
      return await mutate(subtaskMove, { id, rank }, { success });
    },
    [mutate],
  );
}

type Change<Value> = (id: string, value: Value, success?: SuccessOptions) => Promise<boolean>;
