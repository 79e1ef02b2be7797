import { useCallback } from 'react';
import type { Task } from '../../model/entities/task.ts';
import { taskDelete } from '../../model/mutations/task/task-delete.ts';
import { localDay } from '../../model/shared/dates.ts';
import { erasureOf } from '../../model/shared/erasure.ts';
import { useMutate } from './client.tsx';

/** The viewer's day, `2026-03-04`, after which a row deleted at this instant is erased. */
export function erasureDay(deletedAt: string): string {
  const at = new Date(erasureOf(deletedAt));
  return localDay(at.getTime(), at.getTimezoneOffset());
}

/** Deletes a task, and restores it until the server erases it; true when committed on this device. */
export function useTaskDeletion() {
  const mutate = useMutate();
  const remove = useCallback(
    async ({ id, status }: Task) => {
      const undo = () => void mutate(taskDelete, { id, deleted: false, status });
      return await mutate(taskDelete, { id, deleted: true, status }, { success: { undo } });
    },
    [mutate],
  );
  const restore = useCallback(
    async ({ id }: Task) =>
      await mutate(taskDelete, { id, deleted: false, status: true }, { success: {} }),
    [mutate],
  );
  return { remove, restore };
}
