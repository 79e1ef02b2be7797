import { type Task, tasks } from '../../../model/entities/task.ts';
import { type AccountDb, rows } from '../database.ts';

/** Sorts after every rank, time and id. */
const LAST = '\uffff';

/**
 * A column is read in two steps, so that thousands of tasks cost little: the order of all ids from the index alone, and
 * the rows of the visible range. A change of a task's text wakes only the second query.
 */

/** Ids of a column in board order; a column is a card's id, or `archivedColumn(project)`. */
export async function columnTaskIds(db: AccountDb, column: string): Promise<readonly string[]> {
  return await inColumn(db, column).primaryKeys();
}

/** Existing rows with these ids, in the order of the ids. */
export async function tasksByIds(db: AccountDb, ids: readonly string[]): Promise<readonly Task[]> {
  const found = await rows(db, tasks).bulkGet([...ids]);
  return found.filter((task) => task !== undefined);
}

export async function findTask(db: AccountDb, id: string): Promise<Task | undefined> {
  return await rows(db, tasks).get(id);
}

/** Whole rows of a column in order: for archives and filters, not for the board. */
export async function columnTasks(db: AccountDb, column: string): Promise<readonly Task[]> {
  return await inColumn(db, column).toArray();
}

/** Rows at the top of a column, in order. */
export async function firstColumnTasks(
  db: AccountDb,
  column: string,
  limit: number,
): Promise<readonly Task[]> {
  return await inColumn(db, column).limit(limit).toArray();
}

export async function countColumnTasks(db: AccountDb, column: string): Promise<number> {
  return await inColumn(db, column).count();
}

/** First and last task of a column; both undefined when it is empty. */
export async function columnEnds(
  db: AccountDb,
  column: string,
): Promise<{ readonly first: Task | undefined; readonly last: Task | undefined }> {
  return { first: await inColumn(db, column).first(), last: await inColumn(db, column).last() };
}

function inColumn(db: AccountDb, column: string) {
  return rows(db, tasks).where('[lane+rank+id]').between([column, '', ''], [column, LAST, LAST]);
}
