import { useCallback } from 'react';
import type { ArgsOf } from '../../model/mutations/define-mutation.ts';
import { taskCreate } from '../../model/mutations/task/task-create.ts';
import { taskEdit } from '../../model/mutations/task/task-edit.ts';
import { taskSetDocument } from '../../model/mutations/task/task-set-document.ts';
import { ranksAfter } from '../../model/shared/rank.ts';
import { columnEnds } from '../../sync/client/index.ts';
import {
  type MutateOptions,
  reasonsOf,
  useAccount,
  useChangesInFlight,
  useMutate,
  useShowRefusal,
} from './client.tsx';
import type { SuccessOptions } from './success.tsx';
import { rankFor } from './tasks.ts';

/** Fields of the Add Task forms. */
export type NewTask = Omit<
  ArgsOf<typeof taskCreate>,
  'id' | 'rank' | 'assigned_users' | 'collaborators'
> & {
  readonly assigned_users: readonly string[];
  readonly collaborators: readonly string[];
};

/**
 * Appends a task to its column (board spec, 9 "Order"); returns its id when it is committed on this device. `files` are
 * those that it refers to.
 */
export function useAddTask(): (
  input: NewTask,
  files?: MutateOptions['files'],
) => Promise<string | undefined> {
  const account = useAccount();
  const mutate = useMutate();
  return useCallback(
    async (input, files) => {
      if (account === undefined) return undefined;
      const id = account.newId();
      const rank = await rankFor(account.db, input.card, 'bottom');
      const people = {
        assigned_users: [...input.assigned_users],
        collaborators: [...input.collaborators],
      };
      const added = await mutate(taskCreate, { ...input, id, rank, ...people }, { files });
      return added ? id : undefined;
    },
    [account, mutate],
  );
}

/**
 * Appends several tasks to a column in their order, written in one local transaction. Resolves to one value
 * for each: its id when it is committed on this device, undefined when it was refused; the reasons are shown.
 */
export function useAddTasks(): (
  inputs: readonly NewTask[],
) => Promise<readonly (string | undefined)[]> {
  const account = useAccount();
  const changes = useChangesInFlight();
  const showRefusal = useShowRefusal();
  return useCallback(
    async (inputs) => {
      const card = inputs[0]?.card;
      if (account === undefined || card === undefined) return inputs.map(() => undefined);
      return await changes.run(async () => {
        const { last } = await columnEnds(account.db, card);
        const ranks = ranksAfter(last?.rank, inputs.length);
        const all = inputs.map((input, index) => ({
          ...input,
          id: account.newId(),
          rank: ranks[index] ?? 'V',
          assigned_users: [...input.assigned_users],
          collaborators: [...input.collaborators],
        }));
        const prepared = all.map((args) => taskCreate.prepare(args));
        const refusals = await account.mutateAll(prepared);
        const isAdded = (index: number) => refusals[index] === undefined;
        for (const change of prepared.filter((_, index) => isAdded(index))) {
          changes.committed(() => change);
        }
        const reasons = reasonsOf(refusals);
        if (reasons.length > 0) await showRefusal(reasons.join('\n'));
        return all.map(({ id }, index) => (isAdded(index) ? id : undefined));
      });
    },
    [account, changes, showRefusal],
  );
}

/** Changed fields of Update Task; `description_base` is the text the edit started from. */
export type TaskChanges = Omit<ArgsOf<typeof taskEdit>, 'id'>;

export function useEditTask(): (
  id: string,
  changes: TaskChanges,
  success?: SuccessOptions,
) => Promise<boolean> {
  const mutate = useMutate();
  return useCallback(
    async (id, changes, success) => await mutate(taskEdit, { id, ...changes }, { success }),
    [mutate],
  );
}

/** Sets or removes the image of a task. */
export function useSetTaskDocument(): (
  id: string,
  document: string | null,
  options?: MutateOptions,
) => Promise<boolean> {
  const mutate = useMutate();
  return useCallback(
    async (id, document, options) => await mutate(taskSetDocument, { id, document }, options),
    [mutate],
  );
}
