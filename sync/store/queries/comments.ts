import { type Comment, comments } from '../../../model/entities/comment.ts';
import { tasks } from '../../../model/entities/task.ts';
import { type AccountDb, rows } from '../database.ts';

/** Behind every rank, time and id. */
const LAST = '\uffff';

/** The comments of a task, oldest first; deleted ones among them, without their text. */
export async function taskComments(db: AccountDb, task: string): Promise<readonly Comment[]> {
  return await ofTask(db, task).toArray();
}

/** So many deleted comments are read at once, rather than counted for each task. */
const FEW = 100;

/** How many comments each of these tasks has, deleted ones not counted; tasks without any are left out. */
export async function commentCounts(
  db: AccountDb,
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  // In one transaction: a board asks for hundreds, and each of its own would wait for whatever is being written.
  return await db.dexie.transaction('r', [rows(db, comments)], async () => {
    const [all, gone] = await Promise.all([
      Promise.all(taskIds.map((id) => ofTask(db, id).count())),
      deletedCounts(db, taskIds),
    ]);
    const counts = taskIds.map(
      (id, index) => [id, (all[index] ?? 0) - (gone.get(id) ?? 0)] as const,
    );
    return new Map(counts.filter(([, count]) => count > 0));
  });
}

async function deletedCounts(
  db: AccountDb,
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const deleted = rows(db, comments).where('gone').above('');
  const few = await deleted.limit(FEW + 1).toArray();
  if (few.length <= FEW) return countsBy(few.map(({ task }) => task));
  const counts = await Promise.all(
    taskIds.map((id) => rows(db, comments).where('gone').equals(id).count()),
  );
  return new Map(taskIds.map((id, index) => [id, counts[index] ?? 0]));
}

function countsBy(tasks: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const task of tasks) counts.set(task, (counts.get(task) ?? 0) + 1);
  return counts;
}

function ofTask(db: AccountDb, task: string) {
  return rows(db, comments)
    .where('[task+created_at+id]')
    .between([task, '', ''], [task, LAST, LAST]);
}

/** Names of the tasks that comments hang on, by id of the comment; without those this device does not have. */
export async function commentedTasks(
  db: AccountDb,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await rows(db, comments).bulkGet([...ids]);
  const here = found.filter((comment) => comment !== undefined);
  const on = await rows(db, tasks).bulkGet(here.map(({ task }) => task));
  return new Map(
    here.flatMap(({ id }, index) => {
      const name = on[index]?.name;
      return name === undefined ? [] : [[id, name] as const];
    }),
  );
}
