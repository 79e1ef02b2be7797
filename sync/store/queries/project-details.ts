import { orgStream, projectOfScope, projectScope } from '../../../model/entities/scopes.ts';
import { isWhole, scopeState } from '../../core/scope-state.ts';
import type { AccountDb } from '../database.ts';

/**
 * Details of a project on this device, i.e. its comments, sub-tasks and files (OUT-1).
 *
 * - `here`: all of them, or as many as the first download has stored.
 * - `outline`: only those that changed since the outline was downloaded.
 * - `arriving`: they are being downloaded, or a new download of the stream decides about them.
 */
export type ProjectDetails = 'here' | 'outline' | 'arriving';

export async function findProjectDetails(
  db: AccountDb,
  { orgId, projectId }: { readonly orgId: string; readonly projectId: string },
): Promise<ProjectDetails> {
  const stream = await db.streams.get(orgStream(orgId));
  if (stream === undefined || stream.download?.reason === 'first') return 'here';
  const scope = projectScope(projectId);
  if (stream.outlined?.includes(scope) === true) {
    return stream.download === undefined ? 'outline' : 'arriving';
  }
  return isWhole(scopeState(stream.scopes, scope)) ? 'here' : 'arriving';
}

/** Projects of which this device has only the outline, and the number of those whose details are being downloaded. */
export interface Outlines {
  readonly outlined: readonly string[];
  readonly arriving: number;
}

export async function findOutlines(db: AccountDb, orgId: string): Promise<Outlines> {
  const stream = await db.streams.get(orgStream(orgId));
  if (stream === undefined || stream.download?.reason === 'first') {
    return { outlined: [], arriving: 0 };
  }
  const { outlined = [], scopes } = stream;
  const arriving = Object.entries(scopes).filter(
    ([scope, { kind }]) => kind === 'filling' && projectOfScope(scope) !== undefined,
  );
  return {
    outlined: outlined.flatMap((scope) => projectOfScope(scope) ?? []),
    arriving: arriving.length,
  };
}
