import { type Task, tasks } from '../../../model/entities/task.ts';
import { type AccountDb, rows } from '../database.ts';

/** Behind every rank, time and id. */
const LAST = '\uffff';

/**
 * A column is read in two steps, so that thousands of tasks cost little: the order of all ids from the index alone,
 * and the rows of the window that is on screen. A change of a task's text wakes only the second.
 */

/** Ids of a lane in board order; a lane is a card's id, or `archivedLane(project)`. */
export async function laneTaskIds(db: AccountDb, lane: string): Promise<readonly string[]> {
  return await inLane(db, lane).primaryKeys();
}

/** The rows with these ids that exist, in the order asked for. */
export async function tasksByIds(db: AccountDb, ids: readonly string[]): Promise<readonly Task[]> {
  const found = await rows(db, tasks).bulkGet([...ids]);
  return found.filter((task) => task !== undefined);
}

export async function findTask(db: AccountDb, id: string): Promise<Task | undefined> {
  return await rows(db, tasks).get(id);
}

/** Whole rows of a lane in order: for archives and filters, not for columns. */
export async function laneTasks(db: AccountDb, lane: string): Promise<readonly Task[]> {
  return await inLane(db, lane).toArray();
}

/** Rows at the top of a lane, in order. */
export async function firstLaneTasks(
  db: AccountDb,
  lane: string,
  limit: number,
): Promise<readonly Task[]> {
  return await inLane(db, lane).limit(limit).toArray();
}

export async function countLaneTasks(db: AccountDb, lane: string): Promise<number> {
  return await inLane(db, lane).count();
}

/** First and last task of a lane; both undefined when it is empty. */
export async function laneEnds(
  db: AccountDb,
  lane: string,
): Promise<{ readonly first: Task | undefined; readonly last: Task | undefined }> {
  return { first: await inLane(db, lane).first(), last: await inLane(db, lane).last() };
}

function inLane(db: AccountDb, lane: string) {
  return rows(db, tasks).where('[lane+rank+id]').between([lane, '', ''], [lane, LAST, LAST]);
}
