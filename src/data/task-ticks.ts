import { useCallback } from 'react';
import { taskCompleteEmployee } from '../../model/mutations/task/task-complete-employee.ts';
import { taskComplete } from '../../model/mutations/task/task-complete.ts';
import { isoSeconds } from '../../model/shared/dates.ts';
import { useAccount, useMutate } from './client.tsx';

type Tick = (taskId: string, done: boolean) => Promise<boolean>;

/** Creator's checkbox, stamped with this device's time as UTC ISO without milliseconds (board spec, 7 "Other"). */
export function useTickCompleted(): Tick {
  const account = useAccount();
  const mutate = useMutate();
  return useCallback(
    async (id, done) =>
      account !== undefined &&
      (await mutate(taskComplete, { id, done, at: done ? isoSeconds(account.now()) : null })),
    [account, mutate],
  );
}

/** Assignee's checkbox: Completed by Employee. */
export function useTickEmployee(): Tick {
  const account = useAccount();
  const mutate = useMutate();
  return useCallback(
    async (id, done) =>
      account !== undefined &&
      (await mutate(taskCompleteEmployee, {
        id,
        done,
        at: done ? isoSeconds(account.now()) : null,
      })),
    [account, mutate],
  );
}
