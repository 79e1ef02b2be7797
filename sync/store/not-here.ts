import { TASK_TABLE } from '../../model/entities/details.ts';
import { projectOfScope } from '../../model/entities/scopes.ts';
import { tasks } from '../../model/entities/task.ts';
import { idIn } from '../core/location.ts';
import type { RejectedItem } from '../core/ports/outbox.ts';
import type { RowsPort } from '../core/ports/rows.ts';
import type { StreamsPort } from '../core/ports/streams.ts';
import { refOfKey, rowKey } from '../core/row-key.ts';
import { detailsOf, isHot, type OutlineState, tasksOf } from './queries/project-details.ts';
import { taskDetailsOf } from './queries/task-details.ts';

/** Project of a row that this device lacks; with the task, where the details of that task alone are missing (OUT-7). */
export interface NotHere {
  readonly project: string;
  readonly task?: string;
}

/**
 * Place of a row that a rejected mutation changes or needs, and that this device does not have because it has only a part
 * of the project (OUT-1, OUT-6). Undefined: all are here, or a missing one does not exist any more.
 */
export async function notHere(
  tx: Pick<RowsPort, 'rows' | 'base'> & Pick<StreamsPort, 'stream'>,
  { item, base, local }: RejectedItem,
): Promise<NotHere | undefined> {
  const row = local ?? base;
  const project = row === null ? undefined : projectOfScope(row.scope);
  const state = (await tx.stream(item.stream)) ?? null;
  if (row === null || project === undefined) return undefined;
  const created = new Set(item.creates);
  for (const key of [...item.keys, ...item.parents]) {
    if (created.has(key)) continue;
    const { table, id } = refOfKey(key);
    const [found] = await tx.rows(table, [id]);
    if (found !== undefined) continue;
    const task = table === TASK_TABLE ? id : idIn(row, 'task');
    const missing = await placeOfMissing(tx, state, { project, task });
    if (missing !== undefined) return missing;
  }
  return undefined;
}

async function placeOfMissing(
  tx: Pick<RowsPort, 'rows' | 'base'>,
  state: OutlineState,
  { project, task }: { readonly project: string; readonly task: string | undefined },
): Promise<NotHere | undefined> {
  if (task === undefined) {
    const isMissing = detailsOf(state, project) !== 'here' && !isHot(state, project);
    return isMissing ? { project } : undefined;
  }
  const key = rowKey(TASK_TABLE, task);
  const [[view], bases] = await Promise.all([tx.rows(TASK_TABLE, [task]), tx.base([key])]);
  if (view === undefined) return tasksOf(state, project) === 'here' ? undefined : { project };
  const parsed = tasks.parse(view);
  const server = bases.get(key)?.row ?? undefined;
  const details = taskDetailsOf(state, parsed, server && tasks.parse(server));
  if (details === 'here') return undefined;
  return isHot(state, parsed.project)
    ? { project: parsed.project, task }
    : { project: parsed.project };
}
