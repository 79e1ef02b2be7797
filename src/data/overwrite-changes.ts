import { useCallback } from 'react';
import type { Overwrite } from '../../model/entities/overwrite.ts';
import type { Task } from '../../model/entities/task.ts';
import { overwriteDismiss } from '../../model/mutations/overwrite/overwrite-dismiss.ts';
import { subtaskAssign } from '../../model/mutations/subtask/subtask-assign.ts';
import { useMutate } from './client.tsx';
import { restoreValueOf } from './restore-value.ts';
import { useMoveTask } from './tasks.ts';

/** Dismisses the note about a replaced value; true when it is committed on this device. */
export function useDismissOverwrite(): (id: string) => Promise<boolean> {
  const mutate = useMutate();
  return useCallback(async (id) => await mutate(overwriteDismiss, { id }), [mutate]);
}

/**
 * Writes the replaced value again, as an ordinary edit, and dismisses the note; false when it was refused, which has
 * been shown.
 */
export function useRestoreOverwrite(task: Task): (overwrite: Overwrite) => Promise<boolean> {
  const mutate = useMutate();
  const move = useMoveTask();
  const dismiss = useDismissOverwrite();
  return useCallback(
    async (overwrite) => {
      const { id, tbl, row, field, lost, kept } = overwrite;
      const write = async () => {
        if (field === 'card')
          return typeof lost === 'string' && (await move(task, lost, 'bottom', {}));
        if (tbl === 'subtasks' && field === 'assigned_to') {
          const assigned_to = typeof lost === 'string' ? lost : null;
          return await mutate(subtaskAssign, { id: row, project: task.project, assigned_to });
        }
        const change = { field, before: lost, after: kept };
        const restore = restoreValueOf({ table: tbl, row, changes: [change] }, change);
        const device = { projectOf: async () => task.project, isTeamGone: async () => true };
        return (await restore?.(mutate, device)) ?? false;
      };
      return (await write()) && (await dismiss(id));
    },
    [task, mutate, move, dismiss],
  );
}
