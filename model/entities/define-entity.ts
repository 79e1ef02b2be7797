import * as v from 'valibot';
import type { ColumnKind, Field, OldValue, Restoration } from './fields.ts';

/**
 * Fields of every synced row. `v` is the version of the stream at the write that last changed it (0
 * on a row that exists only on this device); `scope` determines its readers and nothing else
 * (SYNC-SPEC, Terms). Unknown fields are kept (VER-2).
 */
export interface RawRow {
  readonly id: string;
  readonly scope: string;
  readonly v: number;
  readonly [field: string]: unknown;
}

/** `org` rows are in the organisation's stream, `user` rows in the person's own. */
export type StreamKind = 'org' | 'user';

/** One kind of row: its shape, its stream and its local indexes. */
export interface Entity<Row extends RawRow = RawRow> {
  readonly table: string;
  /** Name of one row in the activity log: `task label`. */
  readonly noun: string | undefined;
  readonly stream: StreamKind;
  /** Its fields besides id, scope and v, with their options. */
  readonly fields: Readonly<Record<string, Field>>;
  /** Restoration of a removed row by the activity log; undefined: there is none. */
  readonly restoreRow: ((old: OldValue) => Restoration) | undefined;
  /** Parses a row from the wire or the store; throws on a row that is not of this kind. */
  readonly parse: (input: unknown) => Row;
  /** Columns besides id, scope and v, in the server's tables. */
  readonly columns: Readonly<Record<string, ColumnKind>>;
  /** Dexie index list of the local table, the primary key `id` and `scope` excluded. */
  readonly indexes: readonly string[];
  /**
   * Computed keys for the local indexes, undefined if the row is in none; stored with the row on
   * the device only.
   */
  readonly localKeys: (row: RawRow) => Readonly<Record<string, string | number | undefined>>;
  /** Long texts that are sent with the version they were edited from (WRITE-4). */
  readonly longTexts: readonly string[];
  /** Fields that hold the id of a file, or null. */
  readonly files: readonly string[];
  /** Fields that hold the ids of several files. */
  readonly fileLists: readonly string[];
  /**
   * Fields of `files` that are shown as a picture: only an image file is allowed (board spec, 5).
   */
  readonly images: readonly string[];
  /** Set if deleting a row also removes its text from the activity log (decision 0039). */
  readonly erase: Erase | undefined;
  /** Set if a device has only the newest rows of each scope (WIN-1). */
  readonly ranged: Ranged | undefined;
}

/**
 * The author's text is removed from the activity log with the row: existence, owner and time stay.
 * `after-undo`: the author may revert the deletion, so the activity log keeps the text for another
 * `UNDO_MS`, hidden from everybody.
 */
export interface Erase {
  readonly fields: readonly string[];
  readonly when: 'at-once' | 'after-undo';
}

/**
 * Time in milliseconds in which the server can undo a deletion with text that the device has not
 * received.
 */
export const UNDO_MS = 24 * 60 * 60_000;

/**
 * Rows of a scope that are numbered by the field `by`, 1, 2, 3 ..., and never removed one by one. A
 * download contains the newest `size` of each scope; older ones are downloaded on request.
 */
export interface Ranged {
  readonly by: string;
  readonly size: number;
}

interface EntityInput<Fields extends FieldsOf> {
  readonly table: string;
  readonly noun?: string;
  readonly stream: StreamKind;
  readonly fields: Fields;
  readonly restoreRow?: (old: OldValue) => Restoration;
  readonly indexes?: readonly string[];
  readonly erase?: Erase;
  readonly ranged?: Ranged;
}

type FieldsOf = Readonly<Record<string, Field>>;

/** A row type: the common fields and the entity's own. */
export type RowOf<Fields extends FieldsOf> = RawRow & {
  -readonly [Name in keyof Fields]: v.InferOutput<Fields[Name]['schema']>;
};

export function defineEntity<const Fields extends FieldsOf>(
  input: EntityInput<Fields>,
  localKeys?: (row: RowOf<Fields>) => Readonly<Record<string, string | number | undefined>>,
): Entity<RowOf<Fields>> {
  const { table, noun, stream, fields, restoreRow, indexes = [], erase } = input;
  const all: readonly (readonly [string, Field])[] = Object.entries(fields);
  const schema = v.looseObject({
    id: v.string(),
    scope: v.string(),
    v: v.number(),
    ...Object.fromEntries(all.map(([name, field]) => [name, field.schema])),
  });
  const namesOf = (test: (field: Field) => boolean) =>
    all.filter(([, field]) => test(field)).map(([name]) => name);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the parser itself: the compiler does not see through a generic loose object
  const parse = (row: unknown) => v.parse(schema, row) as RowOf<Fields>;
  return {
    table,
    noun,
    stream,
    fields,
    restoreRow,
    parse,
    columns: Object.fromEntries(all.map(([name, { column }]) => [name, column])),
    indexes,
    localKeys: (row) => localKeys?.(parse(row)) ?? {},
    longTexts: namesOf(({ isLong }) => isLong === true),
    files: namesOf(({ value }) => value === 'file' || value === 'image'),
    fileLists: namesOf(({ value }) => value === 'files'),
    images: namesOf(({ value }) => value === 'image'),
    erase,
    ranged: input.ranged,
  };
}
