import {
  type Account,
  findProject,
  findProjectBySlug,
  findTask,
  readOutlineState,
  tasksOf,
} from '../../sync/client/index.ts';

interface TaskAddress {
  readonly task: string;
  /** Slug of its project when the address was made; the task may have moved since. */
  readonly slug: string;
}

/**
 * Slug of the board with a task; undefined when this device has no such task. In a project whose tasks are not on this
 * device it may be: that board says so, and shows the task on its arrival.
 */
export async function findTaskPlace(
  { db, orgId }: Pick<Account, 'db' | 'orgId'>,
  { task: id, slug }: TaskAddress,
): Promise<string | undefined> {
  const task = await findTask(db, id);
  if (task !== undefined) return (await findProject(db, task.project))?.slug;
  const project = await findProjectBySlug(db, slug);
  if (project === undefined) return undefined;
  const state = await readOutlineState(db, orgId);
  return tasksOf(state, project.id) === 'here' ? undefined : slug;
}
