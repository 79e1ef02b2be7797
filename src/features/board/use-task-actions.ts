import { useCallback } from 'react';
import type { Task } from '../../../model/entities/task.ts';
import { useArchiveTask } from '../../data/archive-task.ts';
import { type TaskPosition, useMoveTask, useRestorePosition } from '../../data/tasks.ts';
import { useToggleTask } from '../../data/toggle-task.ts';

/** Actions on a task of the board, each with undo (toast and Ctrl/Cmd+Z). */
export function useTaskActions() {
  const moveTask = useMoveTask();
  const restorePlace = useRestorePosition();
  const archiveTask = useArchiveTask();
  const { toggle } = useToggleTask();

  const move = useCallback(
    async (task: Task, cardId: string, place: TaskPosition) =>
      await moveTask(task, cardId, place, { undo: () => restorePlace(task) }),
    [moveTask, restorePlace],
  );

  const archive = useCallback(
    async (task: Task) =>
      await archiveTask(task.id, false, { undo: () => archiveTask(task.id, true) }),
    [archiveTask],
  );

  return { move, archive, toggle };
}
