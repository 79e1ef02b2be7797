import type { MigrationContext } from '../ddl.ts';

/** One step of the tables' history. A released one is never edited. */
export interface Migration {
  /** `0001-spine`: sorts by its number. */
  readonly name: string;
  readonly up: (context: MigrationContext) => Promise<void>;
}
