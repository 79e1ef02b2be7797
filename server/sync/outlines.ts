import type { Entity } from '../../model/entities/define-entity.ts';
import { isRequested, type ScopeRows } from '../../model/entities/details.ts';
import { projectOfScope, projectScope } from '../../model/entities/scopes.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import type { ScopeDigest } from '../store/scope-digests.ts';
import { type Sql, textOf } from '../store/sql.ts';
import { isLoadedInRanges } from './message-ranges.ts';
import { entitiesOfScope } from './readable-scopes.ts';

/** Entities of a scope whose rows a download or a fill sends whole. */
export function tablesToSend(scope: string, rows: ScopeRows): readonly Entity[] {
  return entitiesOfScope(scope).filter(
    (entity) => !isLoadedInRanges(entity) && isRequested(rows, entity.table),
  );
}

export interface OutlineRequest {
  /** Readable scopes in the order in which a download sends them. */
  readonly order: readonly string[];
  readonly digests: ReadonlyMap<string, ScopeDigest>;
  /** The open scope. */
  readonly first: string | undefined;
  /** Scopes whose details the device has already. */
  readonly held: ReadonlySet<string>;
  /** Largest number of detail rows that a download contains besides those that it must contain. */
  readonly most: number;
}

/**
 * OUT-2: projects that a download sends as outlines, because the details of all projects would be more than `most`
 * rows. Details of these are sent whatever their number: projects of which the person is a member or has an open task,
 * the open project, and those whose details the device has. The others follow by their last change, as long as there
 * is room.
 */
export async function outlinesOf(
  sql: Sql,
  actor: Actor,
  { order, digests, first, held, most }: OutlineRequest,
): Promise<ReadonlySet<string>> {
  const projects = order.filter((scope) => projectOfScope(scope) !== undefined);
  if (projects.length === 0) return new Set();
  const countOf = (scope: string) => digests.get(scope)?.details.count ?? 0;
  if (projects.reduce((sum, scope) => sum + countOf(scope), 0) <= most) return new Set();
  const own = await readOwnProjects(sql, actor);
  const isNeeded = (scope: string) => scope === first || held.has(scope) || own.has(scope);
  let room = most;
  const outlines = new Set<string>();
  for (const scope of projects) {
    if (isNeeded(scope)) continue;
    const count = countOf(scope);
    if (count > room) outlines.add(scope);
    else room -= count;
  }
  return outlines;
}

/** Scopes of the projects of which the person is a member or has an open task. */
async function readOwnProjects(
  sql: Sql,
  { orgId, orgUserId }: Actor,
): Promise<ReadonlySet<string>> {
  const found = await sql.all(
    String.raw`select project from team_members where org_id = ? and organization_user = ?
     union select project from tasks where org_id = ? and is_completed = 0
       and (assigned_to = ? or assigned_users like ? escape '\')`,
    [orgId, orgUserId, orgId, orgUserId, `%"${orgUserId}"%`],
  );
  return new Set(found.map((row) => projectScope(textOf(row, 'project'))));
}
