import * as v from 'valibot';

/**
 * What every synced row has. `v` is the version of the stream at the write that last touched it (0 on a row
 * that only this device knows); `scope` says who may read it, nothing else (sync-protocol, Words).
 * Fields that this build does not know are kept (VER-2).
 */
export interface RawRow {
  readonly id: string;
  readonly scope: string;
  readonly v: number;
  readonly [field: string]: unknown;
}

/** How the server stores a field: booleans as 0/1, json as text. */
export type ColumnKind = 'text' | 'integer' | 'boolean' | 'json';

/** `org` rows live in the organisation's stream, `user` rows in the person's own. */
export type StreamKind = 'org' | 'user';

/** One kind of row: its shape, where it lives and how it is found on the device. */
export interface Entity<Row extends RawRow = RawRow> {
  readonly table: string;
  readonly stream: StreamKind;
  /** Parses a row from the wire or the store; throws on a row that is not of this kind. */
  readonly parse: (input: unknown) => Row;
  /** Columns besides id, scope and v, in the server's tables. */
  readonly columns: Readonly<Record<string, ColumnKind>>;
  /** Dexie index list of the local table, the primary key `id` and `scope` excluded. */
  readonly indexes: readonly string[];
  /** Computed keys the local indexes need, undefined where the row is in none; stored beside the row on the device only. */
  readonly localKeys: (row: RawRow) => Readonly<Record<string, string | number | undefined>>;
  /** Long texts that carry the version they were edited from (WRITE-4). */
  readonly longTexts: readonly string[];
  /** Fields that hold the id of a file, or null. */
  readonly files: readonly string[];
  /** Set when a device holds only the newest rows of each scope (WIN-1). */
  readonly window: Window | undefined;
}

/**
 * Rows of a scope that are numbered by the field `by`, 1, 2, 3 ..., and never removed one by one. A download brings the
 * newest `size` of each scope, older ones come when they are asked for.
 */
export interface Window {
  readonly by: string;
  readonly size: number;
}

interface EntityInput<Fields extends v.ObjectEntries> {
  readonly table: string;
  readonly stream: StreamKind;
  readonly fields: Fields;
  readonly columns: Readonly<Record<Exclude<keyof Fields, symbol | number>, ColumnKind>>;
  readonly indexes?: readonly string[];
  readonly longTexts?: readonly string[];
  readonly files?: readonly string[];
  readonly window?: Window;
}

/** A row type: the common fields and the entity's own. */
export type RowOf<Fields extends v.ObjectEntries> = RawRow &
  v.InferOutput<v.ObjectSchema<Fields, undefined>>;

export function defineEntity<const Fields extends v.ObjectEntries>(
  input: EntityInput<Fields>,
  localKeys?: (row: RowOf<Fields>) => Readonly<Record<string, string | number | undefined>>,
): Entity<RowOf<Fields>> {
  const schema = v.looseObject({
    id: v.string(),
    scope: v.string(),
    v: v.number(),
    ...input.fields,
  });
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the parser itself: the compiler does not see through a generic loose object
  const parse = (row: unknown) => v.parse(schema, row) as RowOf<Fields>;
  return {
    table: input.table,
    stream: input.stream,
    parse,
    columns: input.columns,
    indexes: input.indexes ?? [],
    localKeys: (row) => localKeys?.(parse(row)) ?? {},
    longTexts: input.longTexts ?? [],
    files: input.files ?? [],
    window: input.window,
  };
}
