import type { Entity, RawRow } from '../../model/entities/define-entity.ts';
import type { ColumnKind } from '../../model/entities/fields.ts';
import { tasks } from '../../model/entities/task.ts';
import { searchable } from '../../model/shared/searchable.ts';
import type { SqlRow, SqlValue } from './sql.ts';

/** The store's own column for the version at which a long text last changed. */
export function textVersionColumn(field: string): string {
  return `${field}_v`;
}

/**
 * Columns that the store derives from fields: the names of tasks as words are compared with them, because neither
 * database removes accents. Unicode never changes how an existing character is decomposed.
 */
export function derivedColumns(entity: Entity): readonly string[] {
  return entity.table === tasks.table ? ['name_searched'] : [];
}

/** Values of these columns. */
export function deriveColumns(entity: Entity, row: RawRow): Readonly<Record<string, SqlValue>> {
  return entity.table === tasks.table ? { name_searched: searchedText(String(row['name'])) } : {};
}

/**
 * The searchable form of a name, in UTF-16 units at most `LONGEST_SEARCHED`; null for a longer one, which is searched
 * in its row: PostgreSQL refuses long index entries, and one character can become eighteen.
 */
export function searchedText(name: string): string | null {
  const text = searchable(name);
  return text.length > LONGEST_SEARCHED ? null : text;
}

const LONGEST_SEARCHED = 300;

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
