import { orgStream, projectScope } from '../../../model/entities/scopes.ts';
import type { AccountDb } from '../database.ts';

/**
 * PULL-6.8: tells for a project whether the first download may not have stored all its details yet. It runs, or has
 * broken off and starts again.
 */
export async function firstDownload(
  db: AccountDb,
  orgId: string,
): Promise<(projectId: string) => boolean> {
  const { download } = (await db.streams.get(orgStream(orgId))) ?? {};
  if (download?.reason !== 'first') return () => false;
  const { complete = [], outlined = [] } = download.checkpoint ?? {};
  const stored = new Set(complete.map(({ scope }) => scope));
  // A complete outline lacks details as well.
  for (const scope of outlined) stored.delete(scope);
  return (projectId) => !stored.has(projectScope(projectId));
}
