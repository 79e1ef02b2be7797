import * as v from 'valibot';
import type { ColumnKind, Field, OldValue, Restoration } from './fields.ts';

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

/** `org` rows live in the organisation's stream, `user` rows in the person's own. */
export type StreamKind = 'org' | 'user';

/** One kind of row: its shape, where it lives and how it is found on the device. */
export interface Entity<Row extends RawRow = RawRow> {
  readonly table: string;
  /** What one row is called in the activity log: `task label`. */
  readonly noun: string | undefined;
  readonly stream: StreamKind;
  /** Its fields besides id, scope and v, with their options. */
  readonly fields: Readonly<Record<string, Field>>;
  /** How the activity log brings a removed row back; undefined: it cannot. */
  readonly restoreRow: ((old: OldValue) => Restoration) | undefined;
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
  /** Those of them that are shown as a picture: only an image file may stand there (board spec, 5). */
  readonly images: readonly string[];
  /** Set when deleting a row takes what it said out of the activity history, too (decision 0039). */
  readonly erase: Erase | undefined;
  /** Set when a device holds only the newest rows of each scope (WIN-1). */
  readonly window: Window | undefined;
}

/**
 * What a person wrote goes from the history with the row: that it was there, whose and when stays. `after-undo`: its
 * author may take the deletion back, so the history holds it for `UNDO_MS` longer, and shows it to nobody meanwhile.
 */
export interface Erase {
  readonly fields: readonly string[];
  readonly when: 'at-once' | 'after-undo';
}

/** How long the server can undo a deletion with words that the device has not heard of (milliseconds). */
export const UNDO_MS = 24 * 60 * 60_000;

/**
 * Rows of a scope that are numbered by the field `by`, 1, 2, 3 ..., and never removed one by one. A download brings the
 * newest `size` of each scope, older ones come when they are asked for.
 */
export interface Window {
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
  readonly window?: Window;
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
    images: namesOf(({ value }) => value === 'image'),
    erase,
    window: input.window,
  };
}
