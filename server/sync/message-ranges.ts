import type { Entity, RawRow } from '../../model/entities/define-entity.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import { CairnError, refuse } from '../../model/shared/errors.ts';
import { decodeRow } from '../store/rows.ts';
import { numberOf, quoted, type Sql } from '../store/sql.ts';
import { entitiesOfScope } from './readable-scopes.ts';

/** WIN-1: true for rows of which a device has only the newest of each scope. */
export function isLoadedInRanges(entity: Entity): boolean {
  return entity.ranged !== undefined;
}

/** The one entity of a scope that is loaded in ranges. */
export function rangedEntityOf(scope: string): Entity | undefined {
  return entitiesOfScope(scope).find(isLoadedInRanges);
}

interface RangeRead {
  readonly actor: Actor;
  readonly scope: string;
  /** Only rows with a smaller number. */
  readonly before?: number;
  readonly size?: number;
}

/** The newest rows of a scope, newest first, and the number from which on the range is complete. */
export async function readNewestRange(
  sql: Sql,
  entity: Entity,
  { actor, scope, before, size = sizeOf(entity) }: RangeRead,
): Promise<{ readonly rows: readonly RawRow[]; readonly from: number }> {
  const by = quoted(byOf(entity));
  const rows = await sql.all(
    `select * from ${quoted(entity.table)} where org_id = ? and scope = ? and ${by} < ?
     order by ${by} desc limit ?`,
    [actor.orgId, scope, before ?? Number.MAX_SAFE_INTEGER, size],
  );
  const oldest = rows.at(-1);
  const isAll = rows.length < size || oldest === undefined;
  return {
    rows: rows.map((row) => decodeRow(entity, row)),
    from: isAll ? 1 : numberOf(oldest, byOf(entity)),
  };
}

/** The requested rows: those below a number, from a number on, or around the row of an id. */
export interface PageRequest {
  readonly before?: number | undefined;
  readonly from?: number | undefined;
  readonly around?: string | undefined;
}

interface PageRead extends RangeRead {
  readonly part: PageRequest;
  readonly size: number;
}

interface PageFound {
  readonly rows: readonly RawRow[];
  /** Number from which on the range is complete. */
  readonly from: number;
  readonly to: number;
}

/** Rows on each side of the requested one. */
const BESIDE = 45;

/** Rejects with `not_found` for a row that is not in the scope. */
export async function readPage(
  sql: Sql,
  entity: Entity,
  { actor, scope, part, size }: PageRead,
): Promise<PageFound> {
  if (part.before !== undefined) {
    const found = await readNewestRange(sql, entity, { actor, scope, before: part.before, size });
    return { ...found, to: part.before - 1 };
  }
  const number = part.around && (await numberOfRow(sql, entity, { actor, scope, id: part.around }));
  const [from, limit] =
    typeof number === 'number'
      ? [Math.max(1, number - BESIDE), Math.min(number, BESIDE + 1) + BESIDE]
      : [Math.max(1, part.from ?? 1), size];
  const by = quoted(byOf(entity));
  const rows = await sql.all(
    `select * from ${quoted(entity.table)} where org_id = ? and scope = ? and ${by} >= ?
     order by ${by} limit ?`,
    [actor.orgId, scope, from, limit],
  );
  const last = rows.at(-1);
  const to = last === undefined ? from - 1 : numberOf(last, byOf(entity));
  return { rows: rows.map((row) => decodeRow(entity, row)), from, to };
}

async function numberOfRow(
  sql: Sql,
  entity: Entity,
  { actor, scope, id }: RangeRead & { readonly id: string },
): Promise<number> {
  const by = byOf(entity);
  const [row] = await sql.all(
    `select ${quoted(by)} from ${quoted(entity.table)} where org_id = ? and scope = ? and id = ?`,
    [actor.orgId, scope, id],
  );
  if (row === undefined)
    throw new CairnError(refuse('not_found', /*i18n*/ 'This is not here any more'));
  return numberOf(row, by);
}

function byOf({ table, ranged }: Entity): string {
  if (ranged === undefined) throw new Error(`${table} has no numbered rows`);
  return ranged.by;
}

function sizeOf({ ranged }: Entity): number {
  return ranged?.size ?? 0;
}
