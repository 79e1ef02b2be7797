import type { Entity, RawRow } from '../../model/entities/define-entity.ts';
import type { ColumnKind } from '../../model/entities/fields.ts';
import type { SqlRow, SqlValue } from './sql.ts';

/** The store's own column for the version at which a long text last changed. */
export function textVersionColumn(field: string): string {
  return `${field}_v`;
}

/** Converts a stored row into the row of the wire: the fields of the model, without the store's own columns. */
export function decodeRow(entity: Entity, stored: SqlRow): RawRow {
  const row: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(entity.columns)) row[name] = decode(kind, stored[name]);
  return {
    ...row,
    id: String(stored['id']),
    scope: String(stored['scope']),
    v: Number(stored['v']),
  };
}

/** Converts the model's fields of a row into columns. */
export function encodeRow(entity: Entity, row: RawRow): Record<string, SqlValue> {
  const stored: Record<string, SqlValue> = { id: row.id, scope: row.scope, v: row.v };
  for (const [name, kind] of Object.entries(entity.columns)) stored[name] = encode(kind, row[name]);
  return stored;
}

function decode(kind: ColumnKind, value: SqlValue | undefined): unknown {
  if (value === null || value === undefined) return null;
  if (kind === 'boolean') return value === 1;
  if (kind === 'json') return JSON.parse(String(value));
  return value;
}

function encode(kind: ColumnKind, value: unknown): SqlValue {
  if (value === null || value === undefined) return null;
  if (kind === 'boolean') return value === true ? 1 : 0;
  if (kind === 'json') return JSON.stringify(value);
  return typeof value === 'number' ? value : String(value);
}
