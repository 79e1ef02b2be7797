import { useMemo } from 'react';
import { inOrder, sentBackTo } from '../../model/entities/step-order.ts';
import type { TaskStep } from '../../model/entities/task-step.ts';
import type { Task } from '../../model/entities/task.ts';
import { taskSendBack } from '../../model/mutations/task/task-send-back.ts';
import { isoSeconds } from '../../model/shared/dates.ts';
import { listTaskSteps, stepsOfReturned } from '../../sync/client/index.ts';
import { useAccount, useLive, useMutate } from './client.tsx';

/** Steps of a task's sign-off, oldest first; undefined while they are read. */
export function useTaskSteps(task: string): readonly TaskStep[] | undefined {
  const steps = useLive((db) => listTaskSteps(db, task), [task]);
  return useMemo(() => steps && inOrder(steps), [steps]);
}

/** Of these tasks of a person, those sent back to them and not done again since; undefined while they are read. */
export function useSentBack(
  tasks: readonly Pick<Task, 'id'>[] | undefined,
  person: string | undefined,
): ReadonlyMap<string, TaskStep> | undefined {
  const ids = tasks?.map(({ id }) => id).toSorted();
  const key = ids?.join(' ');
  const steps = useLive(
    async (db) => (ids === undefined ? undefined : await stepsOfReturned(db, ids)),
    [key],
  );
  return useMemo(() => {
    if (steps === undefined || person === undefined) return undefined;
    const open = [...steps].flatMap(([task, ofTask]) => {
      const step = sentBackTo(ofTask, person);
      return step === undefined ? [] : [[task, step] as const];
    });
    return new Map(open);
  }, [steps, person]);
}

/** Sends a task back to these of its assignees with a reason; resolves to false if it was refused. */
export function useSendBack(): (
  task: Pick<Task, 'id' | 'project'>,
  people: readonly string[],
  reason: string,
) => Promise<boolean> {
  const account = useAccount();
  const mutate = useMutate();
  return async ({ id, project }, people, reason) => {
    if (account === undefined) return false;
    const step = { id: account.newId(), project, people: [...people] };
    return await mutate(taskSendBack, { id, reason, at: isoSeconds(account.now()), step });
  };
}
