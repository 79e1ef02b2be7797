import { type ColumnType, columnType, type MigrationContext } from '../ddl.ts';
import { quoted } from '../sql.ts';

/** One migration of the tables. A released one is never edited. */
export interface Migration {
  /** `0001-spine`: sorts by its number. */
  readonly name: string;
  readonly up: (context: MigrationContext) => Promise<void>;
}

/** A migration that adds one column; older rows have `null` in it, or the fallback. */
export function addColumn(
  name: string,
  table: string,
  { column, type, fallback }: AddedColumn,
): Migration {
  return {
    name,
    up: async ({ kind, run }) => {
      const value = typeof fallback === 'number' ? String(fallback) : `'${String(fallback)}'`;
      const filled = fallback === undefined ? '' : ` default ${value}`;
      await run(
        `alter table ${quoted(table)} add column ${quoted(column)} ${columnType(kind, type)}${filled}`,
      );
    },
  };
}

interface AddedColumn {
  readonly column: string;
  readonly type: ColumnType;
  /** Needed for a column that is not nullable. */
  readonly fallback?: number | '[]' | '{}';
}
