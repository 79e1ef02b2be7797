import { orgStream, projectScope } from '../../../model/entities/scopes.ts';
import { isWhole, scopeState } from '../../core/scope-state.ts';
import type { AccountDb } from '../database.ts';

/**
 * Details of a project on this device, i.e. its comments, sub-tasks and files (OUT-1).
 *
 * - `here`: all of them, or as many as the first download has stored.
 * - `outline`: only those that changed since the outline was downloaded.
 * - `arriving`: they are being downloaded.
 */
export type ProjectDetails = 'here' | 'outline' | 'arriving';

export async function findProjectDetails(
  db: AccountDb,
  { orgId, projectId }: { readonly orgId: string; readonly projectId: string },
): Promise<ProjectDetails> {
  const stream = await db.streams.get(orgStream(orgId));
  if (stream === undefined || stream.download !== undefined) return 'here';
  const scope = projectScope(projectId);
  if (stream.outlined?.includes(scope) === true) return 'outline';
  return isWhole(scopeState(stream.scopes, scope)) ? 'here' : 'arriving';
}

/** Number of projects of which this device has only the outline. */
export async function countOutlines(db: AccountDb, orgId: string): Promise<number> {
  const stream = await db.streams.get(orgStream(orgId));
  return stream?.outlined?.length ?? 0;
}
