import { useCallback } from 'react';
import type { Subtask } from '../../../model/entities/subtask.ts';
import type { Task } from '../../../model/entities/task.ts';
import { mayChangeSubtask } from '../../../model/permissions/subtask.ts';
import { useAllowed } from '../../data/client.tsx';
import { useArchiveSubtask, useTickSubtask } from '../../data/subtasks.ts';

/** Actions on a subtask, each with undo (toast and Ctrl/Cmd+Z). */
export function useSubtaskActions() {
  const tick = useTickSubtask();
  const archive = useArchiveSubtask();
  const allowed = useAllowed();

  const toggle = useCallback(
    async ({ id, is_completed: done }: Subtask) => {
      await tick(id, !done, { undo: () => tick(id, done) });
    },
    [tick],
  );

  const remove = useCallback(
    async (task: Task, subtask: Subtask) => {
      if (!(await allowed((who) => mayChangeSubtask(who, task, subtask)))) return false;
      return await archive(subtask.id, false, { undo: () => archive(subtask.id, true) });
    },
    [allowed, archive],
  );

  return { toggle, remove };
}
