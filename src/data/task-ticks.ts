import { useCallback } from 'react';
import { taskCompleteEmployee } from '../../model/mutations/task/task-complete-employee.ts';
import { taskComplete } from '../../model/mutations/task/task-complete.ts';
import { isoSeconds } from '../../model/shared/dates.ts';
import { useAccount, useMutate } from './client.tsx';
import type { SuccessOptions } from './success.tsx';

type Tick = (taskId: string, done: boolean, success?: SuccessOptions) => Promise<boolean>;

/** Creator's checkbox, stamped with this device's time as UTC ISO without milliseconds (board spec, 7 "Other"). */
export function useTickCompleted(): Tick {
  const account = useAccount();
  const mutate = useMutate();
  return useCallback(
    async (id, done, success) => {
      if (account === undefined) return false;
      const at = done ? isoSeconds(account.now()) : null;
      return await mutate(taskComplete, { id, done, at }, { success });
    },
    [account, mutate],
  );
}

/** Assignee's checkbox: Completed by Employee. */
export function useTickEmployee(): Tick {
  const account = useAccount();
  const mutate = useMutate();
  return useCallback(
    async (id, done, success) => {
      if (account === undefined) return false;
      const at = done ? isoSeconds(account.now()) : null;
      return await mutate(taskCompleteEmployee, { id, done, at }, { success });
    },
    [account, mutate],
  );
}
