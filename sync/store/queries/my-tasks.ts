import { type Task, tasks } from '../../../model/entities/task.ts';
import { type AccountDb, rows } from '../database.ts';

/** More than a person can look through; it bounds what one change makes the device read again. */
const MOST = 2_000;

/**
 * The active tasks a person is to do, alone or with others, the newest 2,000 of each. Undefined while the account is
 * being downloaded: a list that is read anew with every landed piece would slow the download down many times.
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
