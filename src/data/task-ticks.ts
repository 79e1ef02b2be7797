import { useCallback, useContext } from 'react';
import { assigneesOf, type Task } from '../../model/entities/task.ts';
import { taskCompleteEmployee } from '../../model/mutations/task/task-complete-employee.ts';
import { taskComplete } from '../../model/mutations/task/task-complete.ts';
import { isoSeconds } from '../../model/shared/dates.ts';
import { useAccount, useActor, useMutate } from './client.tsx';
import type { Reverted, SuccessOptions } from './success.tsx';
import { TaskPickerContext } from './task-picker.ts';

/** What a tick needs of its task. */
export type TickedTask = Pick<Task, 'id' | 'project' | 'assigned_to' | 'assigned_users' | 'asks'>;

type Tick = (task: TickedTask, done: boolean, success?: SuccessOptions) => Promise<Reverted>;

/** Creator's checkbox, stamped with this device's time as UTC ISO without milliseconds (board spec, 7 "Other"). */
export function useTickCompleted(): Tick {
  const account = useAccount();
  const mutate = useMutate();
  return useCallback(
    async (task, done, success) => {
      if (account === undefined) return false;
      const { id, project } = task;
      const at = done ? isoSeconds(account.now()) : null;
      const step = { id: account.newId(), project, people: [...assigneesOf(task)] };
      return await mutate(taskComplete, { id, done, at, step }, { success });
    },
    [account, mutate],
  );
}

/**
 * Assignee's checkbox: Completed by Employee. Where the task asks for a remark, a photo or a signature, a dialog asks
 * for it and ticks (SIGN-3.1); the promise resolves to `asked` then.
 */
export function useTickEmployee(): Tick {
  const account = useAccount();
  const picker = useContext(TaskPickerContext);
  const me = useActor()?.orgUserId;
  const mutate = useMutate();
  return useCallback(
    async ({ id, project, asks }, done, success) => {
      if (account === undefined || me === undefined) return false;
      if (done && asks.length > 0) {
        picker?.open({ kind: 'done', tasks: [id] });
        return 'asked';
      }
      const at = done ? isoSeconds(account.now()) : null;
      const step = { id: account.newId(), project, people: [me] };
      return await mutate(taskCompleteEmployee, { id, done, at, step, answer: {} }, { success });
    },
    [account, me, mutate, picker],
  );
}
