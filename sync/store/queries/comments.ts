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
  // In one transaction: a board asks for hundreds, and each of its own would wait for whatever is being written.
  const counts = await db.dexie.transaction('r', [rows(db, comments)], () =>
    Promise.all(
      taskIds.flatMap((id) => [
        ofTask(db, id).count(),
        rows(db, comments).where('gone').equals(id).count(),
      ]),
    ),
  );
  return new Map(
    taskIds
      .map((id, index) => [id, (counts[2 * index] ?? 0) - (counts[2 * index + 1] ?? 0)] as const)
      .filter(([, count]) => count > 0),
  );
}

function ofTask(db: AccountDb, task: string) {
  return rows(db, comments)
    .where('[task+created_at+id]')
    .between([task, '', ''], [task, LAST, LAST]);
}
