/**
 * Columns of an entity's fields: booleans as 0 or 1, lists and records as JSON text, other values unchanged. `Long`
 * names its long texts, each with a column for the version at which it last changed.
 */
export type RowTable<Row, Long extends string = never> = {
  -readonly [
    Name in keyof Row as string extends Name ? never : number extends Name ? never : Name
  ]: Column<Row[Name]>;
} & { [Name in Long as `${Name}_v`]: number } & { org_id: string };

/** The same of a personal row; `owner` is the organisation user. */
export type OwnRowTable<Row, Long extends string = never> = RowTable<Row, Long> & { owner: string };

type Column<Value> = [Value] extends [boolean] ? number : [Value] extends [object] ? string : Value;
