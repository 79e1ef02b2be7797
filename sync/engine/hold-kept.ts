import { isCold } from '../../model/entities/cold-tasks.ts';
import { orgStream, projectScope } from '../../model/entities/scopes.ts';
import { tasks } from '../../model/entities/task.ts';
import type { RowsPort } from '../core/ports/rows.ts';
import type { StreamState, TasksToOpen } from '../core/ports/streams.ts';
import { rowKey } from '../core/row-key.ts';
import type { EngineContext } from './context.ts';
import { openTasks } from './open-tasks.ts';
import { holdDetails } from './outlines.ts';

/**
 * FILE-4.3: projects and cold tasks that the person keeps on this device count as opened now, so that their details are
 * not released, and those that are not here are downloaded. True when something is to be downloaded.
 */
export async function holdKept(context: EngineContext): Promise<boolean> {
  const { store } = context.ports;
  const stream = orgStream(context.account.orgId);
  const { projects, opened } = await store.read([tasks.table], async (tx) => {
    const [state, kept] = [await tx.stream(stream), await tx.kept()];
    const opened = state ? await coldAmong(tx, state, idsIn(kept, 'task')) : {};
    return { projects: idsIn(kept, 'project'), opened };
  });
  const isProject =
    projects.length > 0 && (await holdDetails(context, stream, projects.map(projectScope)));
  const isTask = Object.keys(opened).length > 0 && (await openTasks(context, stream, opened));
  return isProject || isTask;
}

function idsIn(kept: readonly string[], kind: 'project' | 'task'): readonly string[] {
  const prefix = `${kind}:`;
  return kept.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
}

/** Those of these tasks whose details a download leaves out (OUT-7.1), or that were opened although it does. */
export async function coldAmong(
  tx: RowsPort,
  { hot = {}, coldTasks = {} }: StreamState,
  ids: readonly string[],
): Promise<TasksToOpen> {
  const keys = ids.map((id) => rowKey(tasks.table, id));
  const [views, bases] = await Promise.all([tx.rows(tasks.table, ids), tx.base(keys)]);
  const found = ids.flatMap((id, index) => {
    const base = bases.get(keys[index] ?? '');
    const row = base === undefined ? views[index] : base.row;
    const since = hot[row?.scope ?? ''];
    if (row === null || row === undefined || since === undefined) return [];
    const isMissing = coldTasks[id] !== undefined || isCold(tasks.parse(row), since);
    return isMissing ? [[id, { scope: row.scope }] as const] : [];
  });
  return Object.fromEntries(found);
}
