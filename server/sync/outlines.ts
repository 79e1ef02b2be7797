import type { Entity } from '../../model/entities/define-entity.ts';
import { isRequested, type ScopeRows } from '../../model/entities/details.ts';
import { projectOfScope, projectScope } from '../../model/entities/scopes.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import type { ScopeDigest } from '../store/scope-digests.ts';
import { numberOf, type Sql, textOf } from '../store/sql.ts';
import { isLoadedInRanges } from './message-ranges.ts';
import { entitiesOfScope } from './readable-scopes.ts';

/** Entities of a scope whose rows a download or a fill sends whole. */
export function tablesToSend(scope: string, rows: ScopeRows): readonly Entity[] {
  return entitiesOfScope(scope).filter(
    (entity) => !isLoadedInRanges(entity) && isRequested(rows, entity.table),
  );
}

export interface DownloadRequest {
  /** Readable scopes in the order in which a download sends them. */
  readonly order: readonly string[];
  readonly digests: ReadonlyMap<string, ScopeDigest>;
  /** The open scope. */
  readonly first: string | undefined;
  /** Scopes whose details the device has already. */
  readonly held: ReadonlySet<string>;
  /** Largest number of detail rows that a download contains besides those that it must contain. */
  readonly mostDetails: number;
  /** Undefined for a device that needs the tasks of all projects. */
  readonly summaries?:
    | {
        /** Scopes whose tasks the device has already. */
        readonly held: ReadonlySet<string>;
        /** Largest number of tasks besides those that a download must contain. */
        readonly mostTasks: number;
      }
    | undefined;
  /**
   * OUT-7: version since which completed and archived tasks are cold; undefined where nothing is left out because of
   * that.
   */
  readonly unchangedSince?: () => Promise<number | undefined>;
}

/** Projects of which a download contains only a part. */
export interface PartlySent {
  /** Without details (OUT-2). */
  readonly outlined: ReadonlySet<string>;
  /** Those among them that are sent without tasks, too (OUT-6). */
  readonly summarized: ReadonlySet<string>;
  /** Those among them that are sent with the details of their hot tasks (OUT-7), and about how many rows these are. */
  readonly hot: ReadonlyMap<string, number>;
  /** Tasks of the hot ones are cold since this version. */
  readonly unchangedSince: number;
}

export const ALL_SENT: PartlySent = {
  outlined: new Set(),
  summarized: new Set(),
  hot: new Map(),
  unchangedSince: 0,
};

/**
 * OUT-2, OUT-6: projects that a download sends in part, because the details or the tasks of all projects would be too
 * many rows. Sent whatever their number are those of the projects that concern the person, of the open project, and of
 * those that the device has. The others follow by their last change, as long as there is room.
 *
 * OUT-7: projects that are needed, and that the device does not have yet, are sent without the details of their cold
 * tasks once the needed details are too many themselves.
 */
export async function partlySent(
  sql: Sql,
  actor: Actor,
  { order, digests, first, held, mostDetails, summaries, unchangedSince }: DownloadRequest,
): Promise<PartlySent> {
  const projects = order.filter((scope) => projectOfScope(scope) !== undefined);
  const countsOf = (kind: 'tasks' | 'details') =>
    projects.map((scope) => [scope, digests.get(scope)?.[kind].count ?? 0] as const);
  const [tasks, details] = [countsOf('tasks'), countsOf('details')];
  const mostTasks = summaries?.mostTasks ?? Number.POSITIVE_INFINITY;
  if (sumOf(tasks) <= mostTasks && sumOf(details) <= mostDetails) return ALL_SENT;
  const own = await readOwnProjects(sql, actor);
  const isNeeded = (scope: string) => scope === first || held.has(scope) || own.has(scope);
  const summarized = beyond(
    tasks,
    mostTasks,
    (scope) => isNeeded(scope) || summaries?.held.has(scope) === true,
  );
  const rest = details.filter(([scope]) => !summarized.has(scope));
  const outlined = [...summarized, ...beyond(rest, mostDetails, isNeeded)];
  const needed = rest.filter(([scope]) => isNeeded(scope) && !held.has(scope));
  const large = [...beyond(needed, mostDetails, () => false)];
  const since = large.length === 0 ? undefined : await unchangedSince?.();
  if (since === undefined) return { ...ALL_SENT, summarized, outlined: new Set(outlined) };
  const cold = await coldShares(sql, actor, { scopes: large, unchangedSince: since });
  const hot = new Map(
    needed.flatMap(([scope, count]) => {
      const share = cold.get(scope);
      return share === undefined ? [] : [[scope, Math.round(count * (1 - share))]];
    }),
  );
  return {
    summarized,
    outlined: new Set([...outlined, ...hot.keys()]),
    hot,
    unchangedSince: since,
  };
}

/** Share of the cold tasks, above 0 and up to 1, of the projects that have some. */
async function coldShares(
  sql: Sql,
  { orgId }: Actor,
  {
    scopes,
    unchangedSince,
  }: { readonly scopes: readonly string[]; readonly unchangedSince: number },
): Promise<ReadonlyMap<string, number>> {
  const shares = new Map<string, number>();
  for (const scope of scopes) {
    const [row] = await sql.all(
      `select count(*) as tasks, coalesce(sum(case when v <= ? and (is_completed = 1 or status = 0)
         then 1 else 0 end), 0) as cold
       from tasks where org_id = ? and scope = ?`,
      [unchangedSince, orgId, scope],
    );
    const cold = row === undefined ? 0 : numberOf(row, 'cold');
    if (row !== undefined && cold > 0) shares.set(scope, cold / numberOf(row, 'tasks'));
  }
  return shares;
}

type Counted = readonly (readonly [scope: string, count: number])[];

function sumOf(counts: Counted): number {
  return counts.reduce((sum, [, count]) => sum + count, 0);
}

/** Scopes whose rows are too many, in their order, besides those that are needed. None when all rows fit. */
function beyond(
  counts: Counted,
  most: number,
  isNeeded: (scope: string) => boolean,
): ReadonlySet<string> {
  const left = new Set<string>();
  if (sumOf(counts) <= most) return left;
  let room = most;
  for (const [scope, count] of counts) {
    if (isNeeded(scope)) continue;
    if (count > room) left.add(scope);
    else room -= count;
  }
  return left;
}

/** Rows of a scope that a download sends. */
export function sentOf({ outlined, summarized, hot }: PartlySent, scope: string): ScopeRows {
  if (hot.has(scope)) return 'hot';
  if (summarized.has(scope)) return 'summary';
  return outlined.has(scope) ? 'outline' : 'all';
}

/** Scopes of the projects that concern the person, as `concerns` decides on a device. */
async function readOwnProjects(
  sql: Sql,
  { orgId, orgUserId }: Actor,
): Promise<ReadonlySet<string>> {
  const found = await sql.all(
    String.raw`select project from team_members where org_id = ? and organization_user = ?
     union select project from tasks where org_id = ? and is_completed = 0 and assigned_to = ?
     union select project from tasks where org_id = ? and is_completed = 0
       and assigned_users <> '[]' and assigned_users like ? escape '\'
     union select project from tasks where org_id = ? and is_completed = 0
       and is_completed_employee = 1 and created_by = ?`,
    [orgId, orgUserId, orgId, orgUserId, orgId, `%"${orgUserId}"%`, orgId, orgUserId],
  );
  return new Set(found.map((row) => projectScope(textOf(row, 'project'))));
}
