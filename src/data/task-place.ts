import { type AccountDb, findProject, findTask } from '../../sync/client/index.ts';

/** Slug of the board with a task; undefined when this device has no such task. */
export async function findTaskPlace(db: AccountDb, id: string): Promise<string | undefined> {
  const task = await findTask(db, id);
  return task && (await findProject(db, task.project))?.slug;
}
