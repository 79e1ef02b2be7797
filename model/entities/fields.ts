import * as v from 'valibot';

/** Storage of a field on the server: booleans as 0/1, json as text. */
export type ColumnKind = 'text' | 'integer' | 'boolean' | 'json';

/** Kind of row whose id a field holds, for logs and exports that show its name. */
export type Reference =
  | 'people'
  | 'roles'
  | 'levels'
  | 'categories'
  | 'projects'
  | 'workspaces'
  | 'cards'
  | 'labels'
  | 'flags';

/** Meaning of a value beyond its type: how logs, exports and the description of the API show it. */
export type ValueKind = 'date' | 'instant' | 'file' | 'files' | 'image' | 'mentions';

/** One change of a row as the activity log knows it; field `*` is the whole row, removed. */
export interface LoggedChange {
  readonly field: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

export interface OldValue extends LoggedChange {
  readonly id: string;
  /** All changes of the same write to this row. */
  readonly together: readonly LoggedChange[];
}

/** The mutation that writes an old value again, by name, with its arguments. */
export interface Restoration {
  readonly mutation: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Read on the device first: the task's project becomes an argument; the row must still be absent. */
  readonly needs?: 'project' | 'absence';
}

/** Treatment of a field by logs, exports and the API. */
export interface FieldOptions {
  /** Name in the activity log; without it the field's own name, `start_date` as "Start date". */
  readonly label?: string;
  /** Name on the screen of the row itself, where that differs from `label`. */
  readonly ownLabel?: string;
  /** Its values are not written to the activity log, so that a removed one is gone. */
  readonly isUnlogged?: true;
  /** Not listed in the activity on the row's own screen. */
  readonly isQuiet?: true;
  readonly refers?: Reference;
  readonly value?: ValueKind;
  /** A text that carries the version it was edited from (WRITE-4). */
  readonly isLong?: true;
  /**
   * Restoration of an old value by the activity log: the mutation that takes it under the field's name, or a function
   * that gives mutation and arguments. Values that the mutation's schema refuses are not offered.
   */
  readonly restore?: string | ((old: OldValue) => Restoration);
  /** A replaced value that its successor's author had not seen is kept, although no log can restore it (WRITE-4.6). */
  readonly isCompared?: true;
  /** Heading of its column in an export. */
  readonly csv?: string;
}

/** One field of an entity: its type, how it is stored, and its options. */
export interface Field<Schema extends v.GenericSchema = v.GenericSchema> extends FieldOptions {
  readonly schema: Schema;
  readonly column: ColumnKind;
}

export function field<Schema extends v.GenericSchema>(
  schema: Schema,
  column: ColumnKind,
  options?: FieldOptions,
): Field<Schema> {
  return { schema, column, ...options };
}

export const text = (options?: FieldOptions) => field(v.string(), 'text', options);

export const nullableText = (options?: FieldOptions) =>
  field(v.nullable(v.string()), 'text', options);

/** A text that carries the version it was edited from (WRITE-4). */
export const longText = (options?: FieldOptions) => text({ isLong: true, ...options });

/** A calendar date, `2026-03-04`, or null. */
export const calendarDate = (options?: FieldOptions) => nullableText({ value: 'date', ...options });

/** An ISO instant in UTC. */
export const instant = (options?: FieldOptions) => text({ value: 'instant', ...options });

export const nullableInstant = (options?: FieldOptions) =>
  nullableText({ value: 'instant', ...options });

/** The id of a file, or null. */
export const file = (options?: FieldOptions) => nullableText({ value: 'file', ...options });

/** The id of an image file, or null; another file is refused (board spec, 5). */
export const image = (options?: FieldOptions) => nullableText({ value: 'image', ...options });

export const bool = (options?: FieldOptions) => field(v.boolean(), 'boolean', options);

export const integer = (options?: FieldOptions) => field(v.number(), 'integer', options);

export const texts = (options?: FieldOptions) => field(v.array(v.string()), 'json', options);

/** A field that rows of older builds do not have: they are read with `fallback`. */
export function added<Value, Fallback extends Value>(
  { schema, ...rest }: Field<v.GenericSchema<Value>>,
  fallback: Fallback,
) {
  return { ...rest, schema: v.optional(schema, () => fallback) };
}

/** Label of a field in the activity log, also of one that this build does not know. */
export function labelOf(name: string, options: FieldOptions | undefined): string {
  if (options?.label !== undefined) return options.label;
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Value of a field before the write, if the same write changed it. */
export function oldOf(together: readonly LoggedChange[], name: string): unknown {
  return together.find((change) => change.field === name)?.before;
}

/** The texts of a logged list. */
export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** The fields of a logged row. */
export function rowOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
