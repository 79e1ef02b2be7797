import { type Task, tasks } from '../../../model/entities/task.ts';
import { type AccountDb, rows } from '../database.ts';

/** The active tasks a person is to do, alone or with others. */
export async function listMyTasks(db: AccountDb, orgUserId: string): Promise<readonly Task[]> {
  const table = rows(db, tasks);
  const [alone, together] = await Promise.all([
    table.where('assigned_to').equals(orgUserId).toArray(),
    table.where('assigned_users').equals(orgUserId).toArray(),
  ]);
  const both = new Map([...alone, ...together].map((task) => [task.id, task]));
  return Array.from(both.values()).filter((task) => task.status);
}
