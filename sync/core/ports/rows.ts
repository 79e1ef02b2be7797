import type { RawRow } from '../../../model/entities/define-entity.ts';

/** Newest server row of a row with pending mutations; null: the server has none as of version `v`. */
export interface BaseRow {
  readonly key: string;
  readonly v: number;
  readonly row: RawRow | null;
}

/** Rows and base rows inside one transaction. */
export interface RowsPort {
  readonly rows: (
    table: string,
    ids: readonly string[],
  ) => Promise<readonly (RawRow | undefined)[]>;
  /** Published as set by the transaction's `publish`. Sequential calls without concurrent writes cost the least. */
  readonly putRows: (table: string, rows: readonly RawRow[]) => Promise<void>;
  readonly deleteRows: (table: string, ids: readonly string[]) => Promise<void>;
  /** Scopes of a table's rows, without duplicates. */
  readonly scopesIn: (table: string) => Promise<readonly string[]>;
  /** Ids of a table's rows in a scope, by the view. */
  readonly idsInScope: (table: string, scope: string) => Promise<readonly string[]>;
  readonly countInScope: (table: string, scope: string) => Promise<number>;
  readonly ids: (table: string) => Promise<readonly string[]>;
  readonly base: (keys: readonly string[]) => Promise<ReadonlyMap<string, BaseRow>>;
  readonly allBases: () => Promise<readonly BaseRow[]>;
  readonly putBase: (rows: readonly BaseRow[]) => Promise<void>;
  readonly deleteBase: (keys: readonly string[]) => Promise<void>;
}
