import { orgStream, projectOfScope, projectScope } from '../../../model/entities/scopes.ts';
import type { StreamState } from '../../core/ports/streams.ts';
import { isWhole, scopeState } from '../../core/scope-state.ts';
import type { AccountDb } from '../database.ts';

/**
 * Details of a project on this device, i.e. its comments, sub-tasks and files (OUT-1).
 *
 * - `here`: all of them, or as many as the first download has stored.
 * - `outline`: only those that changed since the outline was downloaded; a person who opens the project wants all.
 * - `arriving`: they are being downloaded, or a new download of the stream decides about them.
 */
export type ProjectDetails = 'here' | 'outline' | 'arriving';

/** State of the organisation's stream on this device; null before its first download. */
export type OutlineState = StreamState | null;

export async function readOutlineState(db: AccountDb, orgId: string): Promise<OutlineState> {
  const stream = await db.streams.get(orgStream(orgId));
  return stream === undefined || stream.download?.reason === 'first' ? null : stream;
}

export function detailsOf(state: OutlineState, projectId: string): ProjectDetails {
  if (state === null) return 'here';
  const scope = projectScope(projectId);
  if (state.outlined?.includes(scope) === true) {
    const isAwaited = state.download !== undefined || state.wanted?.includes(scope) === true;
    return isAwaited ? 'arriving' : 'outline';
  }
  return isWhole(scopeState(state.scopes, scope)) ? 'here' : 'arriving';
}

/** `hot`: the details of the project's hot tasks are here, and those of its cold ones may be missing (OUT-7). */
export function hotDetailsOf(state: OutlineState, projectId: string): ProjectDetails | 'hot' {
  if (state === null || !isHot(state, projectId)) return detailsOf(state, projectId);
  return isWhole(scopeState(state.scopes, projectScope(projectId))) ? 'hot' : 'arriving';
}

/** True for a project that is here without the details of its cold tasks (OUT-7). */
export function isHot(state: OutlineState, projectId: string): boolean {
  return state?.hot?.[projectScope(projectId)] !== undefined;
}

/** Whether the tasks of a project are on this device; `missing`: only those that changed since its summary (OUT-6). */
export type ProjectTasks = 'here' | 'missing' | 'arriving';

export function tasksOf(state: OutlineState, projectId: string): ProjectTasks {
  const isMissing = state?.summarized?.includes(projectScope(projectId)) === true;
  if (!isMissing) return 'here';
  return detailsOf(state, projectId) === 'arriving' ? 'arriving' : 'missing';
}

/** Projects of which this device has only the summary, i.e. neither all tasks nor all details. */
export function summarizedIn(state: OutlineState): readonly string[] {
  return projectsOf(state?.summarized);
}

/** Projects of which this device has only the outline. */
export function outlinedIn(state: OutlineState): readonly string[] {
  return projectsOf(state?.outlined);
}

/** Projects whose details are being downloaded. */
export function wantedIn(state: OutlineState): readonly string[] {
  return projectsOf(state?.wanted);
}

function projectsOf(scopes: readonly string[] = []): readonly string[] {
  return scopes.flatMap((scope) => projectOfScope(scope) ?? []);
}
