import { projectScope } from '../../../model/entities/scopes.ts';
import { type TaskStep, taskSteps } from '../../../model/entities/task-step.ts';
import { type AccountDb, rows } from '../database.ts';

/** Steps of a task's sign-off, in no order. */
export async function listTaskSteps(db: AccountDb, task: string): Promise<readonly TaskStep[]> {
  return await rows(db, taskSteps).where('task').equals(task).toArray();
}

/** Steps of all tasks of a project, in no order. */
export async function stepsOfProject(db: AccountDb, project: string): Promise<readonly TaskStep[]> {
  return await rows(db, taskSteps).where('scope').equals(projectScope(project)).toArray();
}

/** All steps of those of these tasks that have ever been sent back, by task. */
export async function stepsOfReturned(
  db: AccountDb,
  tasks: readonly string[],
): Promise<ReadonlyMap<string, readonly TaskStep[]>> {
  const returns = await rows(db, taskSteps)
    .where('back')
    .anyOf([...tasks])
    .toArray();
  const returned = [...new Set(returns.map(({ task }) => task))];
  if (returned.length === 0) return new Map();
  const steps = await rows(db, taskSteps).where('task').anyOf(returned).toArray();
  return Map.groupBy(steps, ({ task }) => task);
}
