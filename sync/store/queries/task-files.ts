import { type TaskFile, taskFiles } from '../../../model/entities/task-file.ts';
import { type AccountDb, rows } from '../database.ts';

/** Sorts after every rank and id. */
const LAST = '\uffff';

/** Files of a task in order, without removed ones. */
export async function listTaskFiles(db: AccountDb, task: string): Promise<readonly TaskFile[]> {
  return await ofTask(db, task).toArray();
}

/** Number of files of each of these tasks; tasks without files are left out. */
export async function taskFileCounts(
  db: AccountDb,
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  // One transaction: a board counts for hundreds of tasks, and each separate transaction would wait for running writes.
  const counts = await db.dexie.transaction('r', [rows(db, taskFiles)], () =>
    Promise.all(taskIds.map(async (id) => [id, await ofTask(db, id).count()] as const)),
  );
  return new Map(counts.filter(([, count]) => count > 0));
}

function ofTask(db: AccountDb, task: string) {
  return rows(db, taskFiles).where('[lane+rank+id]').between([task, '', ''], [task, LAST, LAST]);
}
