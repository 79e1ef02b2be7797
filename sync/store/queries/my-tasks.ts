import { type Task, tasks } from '../../../model/entities/task.ts';
import { type AccountDb, rows } from '../database.ts';

/** Limit of the rows that one change makes the device read again; more than a person can look through. */
const MOST = 2_000;

/**
 * Active tasks that a person is assigned to, alone or with others, the newest 2,000 of each. Undefined while the
 * account is being downloaded: reading the list again after every applied page would slow the download down many times.
 */
export async function listMyTasks(
  db: AccountDb,
  orgUserId: string,
): Promise<readonly Task[] | undefined> {
  const streams = await db.streams.toArray();
  if (streams.length === 0 || streams.some(({ download }) => download?.reason === 'first')) {
    return undefined;
  }
  const table = rows(db, tasks);
  const [alone, together] = await Promise.all([
    table.where('assigned_to').equals(orgUserId).reverse().limit(MOST).toArray(),
    table.where('assigned_users').equals(orgUserId).reverse().limit(MOST).toArray(),
  ]);
  const both = new Map([...alone, ...together].map((task) => [task.id, task]));
  return Array.from(both.values()).filter((task) => task.status);
}
