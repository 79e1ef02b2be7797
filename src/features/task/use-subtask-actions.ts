import { useCallback } from 'react';
import type { Subtask } from '../../../model/entities/subtask.ts';
import type { Task } from '../../../model/entities/task.ts';
import { mayChangeSubtask } from '../../../model/permissions/subtask.ts';
import { useAllowed } from '../../data/client.tsx';
import { useArchiveSubtask, useTickSubtask } from '../../data/subtasks.ts';
import { useUndo } from '../../ui/overlays/undo.tsx';

/** Actions on a subtask, each with undo (toast and Ctrl/Cmd+Z). */
export function useSubtaskActions() {
  const tick = useTickSubtask();
  const archive = useArchiveSubtask();
  const allowed = useAllowed();
  const undo = useUndo();

  const toggle = useCallback(
    async ({ id, is_completed: done }: Subtask) => {
      if (!(await tick(id, !done))) return;
      undo({
        message: done ? 'Subtask opened again' : 'Subtask completed',
        undo: () => void tick(id, done),
      });
    },
    [tick, undo],
  );

  const remove = useCallback(
    async (task: Task, subtask: Subtask) => {
      if (!(await allowed((who) => mayChangeSubtask(who, task, subtask)))) return false;
      if (!(await archive(subtask.id, false))) return false;
      undo({ message: 'Subtask deleted', undo: () => void archive(subtask.id, true) });
      return true;
    },
    [allowed, archive, undo],
  );

  return { toggle, remove };
}
