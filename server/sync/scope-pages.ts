import type { Entity, RawRow } from '../../model/entities/define-entity.ts';
import type { ScopeRows } from '../../model/entities/details.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import type { ScopePage } from '../../model/protocol/messages.ts';
import { CairnError, refuse } from '../../model/shared/errors.ts';
import { decodeRow } from '../store/rows.ts';
import { isTaskDetail } from '../../model/entities/cold-tasks.ts';
import { quoted, type Sql } from '../store/sql.ts';
import { noOrganization } from '../shared/no-organization.ts';
import { tablesToSend } from './outlines.ts';
import { readStream } from './pull.ts';
import { readScopes } from './readable-scopes.ts';
import { readPage, readNewestRange, rangedEntityOf, type PageRequest } from './message-ranges.ts';

/** Rows of a page of a scope. */
const SCOPE_PAGE = 500;

interface ScopePageRequest {
  readonly stream: string;
  readonly scope: string;
  /** The last page's cursor; empty for the first page. */
  readonly after: string;
  readonly rows: ScopeRows;
  readonly only?: DetailsOnly;
}

/** Details that a read contains; all without a condition. */
export interface DetailsOnly {
  /** None of tasks that are cold since this version, except those that are newer (OUT-7.1). */
  readonly unchangedSince?: number | undefined;
  /** Those of this task. */
  readonly task?: string | undefined;
}

/** PULL-5: the rows of one scope, page by page in the order of entity and id. */
export async function readScopePage(
  sql: Sql,
  actor: Actor,
  { stream, scope, after, rows: requested, only }: ScopePageRequest,
): Promise<ScopePage> {
  const scopes = await readScopes(sql, actor, stream);
  const state = scopes && (await readStream(sql, { orgId: actor.orgId, stream }));
  if (state === undefined || scopes?.includes(scope) !== true) throw noOrganization();
  const [fromTable, fromId] = splitCursor(after);
  const entities = entitiesToSend(scope, requested, only);
  const start = fromTable === '' ? 0 : entities.findIndex(({ table }) => table === fromTable);
  if (start === -1) throw new CairnError(refuse('invalid', 'after is not a cursor of this scope'));
  const rows: ScopePage['rows'] = [];
  for (const [index, entity] of entities.slice(start).entries()) {
    const place: ScopeRead = { actor, scope, after: index === 0 ? fromId : '', only };
    const found = await readScopeRows(sql, entity, { ...place, limit: SCOPE_PAGE - rows.length });
    rows.push(...found.map((row) => ({ table: entity.table, row })));
    if (rows.length >= SCOPE_PAGE) break;
  }
  const last = rows.length >= SCOPE_PAGE ? rows.at(-1) : undefined;
  const { epoch, head } = state;
  if (last !== undefined) return { epoch, head, rows, cursor: `${last.table}:${last.row.id}` };
  const ranged = rangedEntityOf(scope);
  if (ranged === undefined) return { epoch, head, rows, cursor: null };
  // The newest rows come last, in the page that completes the scope (WIN-1).
  const newest = await readNewestRange(sql, ranged, { actor, scope });
  const shown = newest.rows.map((row) => ({ table: ranged.table, row }));
  return { epoch, head, rows: [...rows, ...shown], cursor: null, from: newest.from };
}

/** Entities whose rows such a read contains. */
export function entitiesToSend(
  scope: string,
  rows: ScopeRows,
  only: DetailsOnly | undefined,
): readonly Entity[] {
  const isOfTask = only?.task !== undefined;
  return tablesToSend(scope, rows).filter(({ table }) => !isOfTask || isTaskDetail(table));
}

/** WIN-2, WIN-5: a page of rows that are loaded in ranges, with the range in which it is complete. */
export async function readRangePage(
  sql: Sql,
  actor: Actor,
  {
    stream,
    scope,
    part,
  }: { readonly stream: string; readonly scope: string; readonly part: PageRequest },
): Promise<ScopePage> {
  const scopes = await readScopes(sql, actor, stream);
  const state = scopes && (await readStream(sql, { orgId: actor.orgId, stream }));
  const ranged = rangedEntityOf(scope);
  if (state === undefined || scopes?.includes(scope) !== true || ranged === undefined) {
    throw noOrganization();
  }
  const { rows, from, to } = await readPage(sql, ranged, {
    actor,
    scope,
    part,
    size: SCOPE_PAGE,
  });
  const { epoch, head } = state;
  const shown = rows.map((row) => ({ table: ranged.table, row }));
  return { epoch, head, rows: shown, cursor: null, from, to };
}

interface ScopeRead {
  readonly actor: Actor;
  readonly scope: string;
  /** Id of the previous row. */
  readonly after: string;
  readonly only?: DetailsOnly | undefined;
}

/** Rows of one entity in a scope, by id. */
export async function readScopeRows(
  sql: Sql,
  entity: Entity,
  { actor, scope, after, limit, only }: ScopeRead & { readonly limit: number },
): Promise<readonly RawRow[]> {
  const { where, values } = placeOf(entity, actor, scope);
  const part = conditionOf(entity, actor, only);
  const rows = await sql.all(
    `select * from ${quoted(entity.table)} where ${where} and id > ?${part.where} order by id limit ?`,
    [...values, after, ...part.values, limit],
  );
  return rows.map((row) => decodeRow(entity, row));
}

const WHOLE = { where: '', values: [] };

/** `isCold` of the model as a condition, and that of one task. */
function conditionOf(
  { table }: Entity,
  { orgId }: Actor,
  { unchangedSince, task }: DetailsOnly = {},
): { readonly where: string; readonly values: readonly (string | number)[] } {
  if (!isTaskDetail(table)) return WHOLE;
  if (task !== undefined) return { where: ' and task = ?', values: [task] };
  if (unchangedSince === undefined) return WHOLE;
  return {
    where: ` and (v > ? or not exists (select 1 from tasks
      where tasks.org_id = ? and tasks.id = ${quoted(table)}.task and tasks.v <= ?
        and (tasks.is_completed = 1 or tasks.status = 0)))`,
    values: [unchangedSince, orgId, unchangedSince],
  };
}

/** Condition for the rows of an entity in a scope. */
export function placeOf(
  entity: Entity,
  { orgId, orgUserId }: Actor,
  scope: string,
): { readonly where: string; readonly values: readonly string[] } {
  return entity.stream === 'user'
    ? { where: 'org_id = ? and owner = ?', values: [orgId, orgUserId] }
    : { where: 'org_id = ? and scope = ?', values: [orgId, scope] };
}

function splitCursor(cursor: string): readonly [string, string] {
  const colon = cursor.indexOf(':');
  return colon === -1 ? ['', ''] : [cursor.slice(0, colon), cursor.slice(colon + 1)];
}
