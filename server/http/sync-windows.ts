import type { Entity, RawRow } from '../../model/entities/define-entity.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import { decodeRow } from '../store/rows.ts';
import { numberOf, quoted, type Sql } from '../store/sql.ts';
import { entitiesOfScope } from './sync-scopes.ts';

/** WIN-1: true for rows of which a device holds only the newest of each scope. */
export function isWindowed(entity: Entity): boolean {
  return entity.window !== undefined;
}

/** The one kind of rows of a scope that has a window. */
export function windowedOfScope(scope: string): Entity | undefined {
  return entitiesOfScope(scope).find(isWindowed);
}

interface WindowRead {
  readonly actor: Actor;
  readonly scope: string;
  /** Only rows with a smaller number. */
  readonly before?: number;
  readonly size?: number;
}

/** The newest rows of a scope, newest first, and the number from which on nothing is missing. */
export async function readWindow(
  sql: Sql,
  entity: Entity,
  { actor, scope, before, size = sizeOf(entity) }: WindowRead,
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

export async function countWindow(
  sql: Sql,
  entity: Entity,
  { actor, scope }: WindowRead,
): Promise<number> {
  const [row] = await sql.all(
    `select count(*) as n from (
       select 1 from ${quoted(entity.table)} where org_id = ? and scope = ? limit ?) as newest`,
    [actor.orgId, scope, sizeOf(entity)],
  );
  return row === undefined ? 0 : numberOf(row, 'n');
}

function byOf({ table, window }: Entity): string {
  if (window === undefined) throw new Error(`${table} has no window`);
  return window.by;
}

function sizeOf({ window }: Entity): number {
  return window?.size ?? 0;
}
