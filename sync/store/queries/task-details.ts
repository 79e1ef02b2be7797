import { isCold } from '../../../model/entities/cold-tasks.ts';
import { projectScope } from '../../../model/entities/scopes.ts';
import { type Task, tasks } from '../../../model/entities/task.ts';
import { rowKey } from '../../core/row-key.ts';
import { isWhole, scopeState } from '../../core/scope-state.ts';
import type { AccountDb } from '../database.ts';
import { detailsOf, type OutlineState, type ProjectDetails } from './project-details.ts';

/**
 * Whether the comments, sub-tasks and task files of a task are on this device; `cold`: its project is here without
 * those of its cold tasks, and this is one (OUT-7).
 */
export type TaskDetails = ProjectDetails | 'cold';

/**
 * `base`: the server's row, where a mutation of the person waits on the task. Its details are those of the project in
 * which the server has it: a move that waits to be sent brings none.
 */
export function taskDetailsOf(
  state: OutlineState,
  task: Pick<Task, 'id' | 'v' | 'project' | 'is_completed' | 'status'>,
  base: Pick<Task, 'v' | 'project' | 'is_completed' | 'status'> | undefined,
): TaskDetails {
  const { project } = base ?? task;
  const scope = projectScope(project);
  const since = state?.hot?.[scope];
  const known = state?.coldTasks?.[task.id];
  const ofProject = detailsOf(state, project);
  if (state === null || since === undefined || ofProject === 'here') return ofProject;
  // Tasks are filled before their details.
  if (!isWhole(scopeState(state.scopes, scope))) return 'arriving';
  if (known !== undefined) return known.isHere ? 'here' : 'arriving';
  if (!isCold(base ?? task, since)) return 'here';
  return state.download === undefined ? 'cold' : 'arriving';
}

/** The server's row of a task on which a mutation of the person waits; null for any other task. */
export async function baseOfTask(
  db: AccountDb,
  id: string,
): Promise<Pick<Task, 'v' | 'project' | 'is_completed' | 'status'> | null> {
  const base = await db.base.get(rowKey(tasks.table, id));
  return base?.row ? tasks.parse(base.row) : null;
}
