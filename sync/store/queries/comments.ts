import { type Comment, comments } from '../../../model/entities/comment.ts';
import { type AccountDb, rows } from '../database.ts';

/** Behind every rank, time and id. */
const LAST = '\uffff';

/** The comments of a task, oldest first; deleted ones among them, without their text. */
export async function taskComments(db: AccountDb, task: string): Promise<readonly Comment[]> {
  return await ofTask(db, task).toArray();
}

/** How many comments each of these tasks has, deleted ones not counted; tasks without any are left out. */
export async function commentCounts(
  db: AccountDb,
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const counts = await Promise.all(
    taskIds.map(async (id) => (await ofTask(db, id).count()) - (await deletedOf(db, id))),
  );
  return new Map(
    taskIds.map((id, index) => [id, counts[index] ?? 0] as const).filter(([, count]) => count > 0),
  );
}

function deletedOf(db: AccountDb, task: string): Promise<number> {
  return rows(db, comments).where('gone').equals(task).count();
}

function ofTask(db: AccountDb, task: string) {
  return rows(db, comments)
    .where('[task+created_at+id]')
    .between([task, '', ''], [task, LAST, LAST]);
}
