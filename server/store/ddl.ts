import type { Database } from './database.ts';
import { quoted, type Sql } from './sql.ts';

/** A column: text or integer, `?` when it may be null. */
export type ColumnType = 'text' | 'text?' | 'integer' | 'integer?';

export interface TableDefinition {
  readonly name: string;
  readonly columns: Readonly<Record<string, ColumnType>>;
  readonly primaryKey: readonly string[];
  /** Column lists; a leading `unique` makes the index one. */
  readonly indexes?: readonly (readonly string[])[];
  /** Rows of a few short columns: SQLite then stores them in the order of their key, one write instead of two. */
  readonly narrow?: boolean;
}

/** Interface of a migration, the same for both databases. */
export interface MigrationContext extends Sql {
  readonly kind: Database['kind'];
  readonly createTable: (definition: TableDefinition) => Promise<void>;
}

/**
 * Text sorts and compares by its bytes on both databases (ranks depend on it), integers have 64 bits, and SQLite
 * enforces column types as PostgreSQL does.
 */
export async function createTable(
  sql: Sql,
  kind: Database['kind'],
  definition: TableDefinition,
): Promise<void> {
  const columns = Object.entries(definition.columns).map(
    ([name, type]) => `${quoted(name)} ${columnType(kind, type)}`,
  );
  const key = `primary key (${definition.primaryKey.map(quoted).join(', ')})`;
  const narrow = definition.narrow === true ? ', without rowid' : '';
  const strict = kind === 'sqlite' ? ` strict${narrow}` : '';
  await sql.run(
    `create table ${quoted(definition.name)} (${[...columns, key].join(', ')})${strict}`,
  );
  for (const index of definition.indexes ?? []) await createIndex(sql, definition.name, index);
}

async function createIndex(sql: Sql, table: string, index: readonly string[]): Promise<void> {
  const unique = index[0] === 'unique';
  const columns = unique ? index.slice(1) : index;
  const name = [table, ...columns, 'index'].join('_');
  await sql.run(
    `create ${unique ? 'unique ' : ''}index ${quoted(name)} on ${quoted(table)} (${columns.map(quoted).join(', ')})`,
  );
}

export function columnType(kind: Database['kind'], type: ColumnType): string {
  const needed = type.endsWith('?') ? '' : ' not null';
  if (type.startsWith('integer')) return kind === 'sqlite' ? `integer${needed}` : `bigint${needed}`;
  return kind === 'sqlite' ? `text${needed}` : `text collate "C"${needed}`;
}
