import { archivedColumn } from '../../model/entities/card.ts';
import type { Task } from '../../model/entities/task.ts';
import { type AccountDb, columnTasks, tasksByIds } from '../../sync/client/index.ts';
import { useLive } from './client.tsx';

/** Tasks of this set that are on this device. */
export async function findTasks(db: AccountDb, ids: readonly string[]): Promise<readonly Task[]> {
  return await tasksByIds(db, ids);
}

/** Archived tasks of a project. */
export function useArchivedTasks(projectId: string): readonly Task[] | undefined {
  return useLive((db) => columnTasks(db, archivedColumn(projectId)), [projectId]);
}

/** Active tasks of a project with a label, in board order; undefined while they are read. */
export function useLabelTasks(
  cardIds: readonly string[],
  label: string,
): readonly Task[] | undefined {
  return useLive(
    async (db) => {
      const columns = await Promise.all(cardIds.map((id) => columnTasks(db, id)));
      return columns.flat().filter((task) => task.label === label);
    },
    [cardIds, label],
  );
}
