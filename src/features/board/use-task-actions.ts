import { useCallback } from 'react';
import type { Task } from '../../../model/entities/task.ts';
import { completionOf, tickLabel } from '../../data/task-completion.ts';
import { useActor } from '../../data/client.tsx';
import { useArchiveTask } from '../../data/task-changes.ts';
import { type TaskPosition, useMoveTask, useRestorePosition } from '../../data/tasks.ts';
import { useTickCompleted, useTickEmployee } from '../../data/task-ticks.ts';
import { useUndo } from '../../ui/overlays/undo.tsx';

/** Actions on a task of the board, each with undo (toast and Ctrl/Cmd+Z). */
export function useTaskActions() {
  const actor = useActor();
  const undo = useUndo();
  const moveTask = useMoveTask();
  const restorePlace = useRestorePosition();
  const archiveTask = useArchiveTask();
  const tickCompleted = useTickCompleted();
  const tickEmployee = useTickEmployee();

  const move = useCallback(
    async (task: Task, cardId: string, place: TaskPosition) => {
      if (!(await moveTask(task, cardId, place))) return false;
      undo({ message: 'Task moved', undo: () => void restorePlace(task) });
      return true;
    },
    [moveTask, restorePlace, undo],
  );

  const archive = useCallback(
    async (task: Task) => {
      if (!(await archiveTask(task.id, false))) return false;
      undo({ message: 'Task archived', undo: () => void archiveTask(task.id, true) });
      return true;
    },
    [archiveTask, undo],
  );

  const toggle = useCallback(
    async (task: Task) => {
      const completion = completionOf(task, actor);
      const { completer: panel, ticked } = completion;
      if (panel === 'none') return;
      const tick = panel === 'creator' ? tickCompleted : tickEmployee;
      if (!(await tick(task.id, !ticked))) return;
      undo({
        message: tickLabel(completion, !ticked),
        undo: () => void tick(task.id, ticked),
      });
    },
    [actor, tickCompleted, tickEmployee, undo],
  );

  return { move, archive, toggle };
}
