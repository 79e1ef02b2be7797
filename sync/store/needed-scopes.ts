import { orgStream, projectOfScope, projectScope } from '../../model/entities/scopes.ts';
import { tasks } from '../../model/entities/task.ts';
import { teamMembers } from '../../model/entities/team-member.ts';
import { memberId } from '../../model/shared/ids.ts';
import { type AccountDb, rows } from './database.ts';
import type { AccountRecord } from './device-db.ts';

/** Milliseconds between two searches: each one looks at every outlined project. */
const EVERY = 30_000;

/**
 * Outlined projects that concern the person by now (OUT-3): of which they have become a member, or in which they have
 * got an open task. Empty within half a minute of the last search.
 */
export function neededScopes(
  db: AccountDb,
  { orgId, orgUserId }: Pick<AccountRecord, 'orgId' | 'orgUserId'>,
  clock: { readonly now: () => number },
): () => Promise<readonly string[]> {
  let searchedAt = -Infinity;
  return async () => {
    if (Math.abs(clock.now() - searchedAt) < EVERY) return [];
    searchedAt = clock.now();
    const outlined = (await db.streams.get(orgStream(orgId)))?.outlined ?? [];
    const [joined, assigned] = await Promise.all([
      projectsOf(db, outlined, orgUserId),
      Promise.all(
        ['assigned_to', 'assigned_users'].map((index) => openTasks(db, index, orgUserId)),
      ),
    ]);
    return [...new Set([...joined, ...assigned.flat()])];
  };
}

async function projectsOf(
  db: AccountDb,
  outlined: readonly string[],
  orgUserId: string,
): Promise<readonly string[]> {
  const ids = outlined.map((scope) => memberId(projectOfScope(scope) ?? '', orgUserId));
  const found = await rows(db, teamMembers).bulkGet(ids);
  return found.flatMap((member) => (member === undefined ? [] : [projectScope(member.project)]));
}

async function openTasks(
  db: AccountDb,
  index: string,
  orgUserId: string,
): Promise<readonly string[]> {
  const found = await rows(db, tasks).where(index).equals(orgUserId).toArray();
  return found.filter((task) => !task.is_completed).map((task) => projectScope(task.project));
}
