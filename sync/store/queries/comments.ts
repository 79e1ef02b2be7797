import { type Comment, comments } from '../../../model/entities/comment.ts';
import { tasks } from '../../../model/entities/task.ts';
import { type AccountDb, rows } from '../database.ts';

/** Sorts after every rank, time and id. */
const LAST = '\uffff';

/** Comments of a task, oldest first, including deleted ones, which have no text. */
export async function taskComments(db: AccountDb, task: string): Promise<readonly Comment[]> {
  return await ofTask(db, task).toArray();
}

/** Up to this number deleted comments are read in one query instead of counted for each task. */
const FEW = 100;

/** Number of comments of each of these tasks, without deleted ones; tasks without comments are left out. */
export async function commentCounts(
  db: AccountDb,
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  // One transaction: a board counts for hundreds of tasks, and each separate transaction would wait for running writes.
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

/** Names of the tasks of comments, by id of the comment; tasks that are not on this device are left out. */
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
