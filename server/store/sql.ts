/** Types that both databases store: integers for instants and flags, text for everything else. */
export type SqlValue = string | number | null;
export type SqlRow = Readonly<Record<string, SqlValue>>;

/**
 * Plain SQL on one connection, for the paths where building a query each time would cost more than running it.
 * `?` stands for a parameter on both databases and must not occur otherwise. Statements are prepared once.
 */
export interface Sql {
  readonly all: (text: string, parameters?: readonly SqlValue[]) => Promise<readonly SqlRow[]>;
  /** Rows touched. */
  readonly run: (text: string, parameters?: readonly SqlValue[]) => Promise<number>;
}

/** Returns a text column; throws when the column has another type. */
export function textOf(row: SqlRow, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`Column ${column} holds no text`);
  return value;
}

/** Returns an integer column; throws when the column has another type. */
export function numberOf(row: SqlRow, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`Column ${column} holds no number`);
  return value;
}

export function numberOrNull(row: SqlRow, column: string): number | null {
  return row[column] === null ? null : numberOf(row, column);
}

/** Quotes a name: some of the specification's fields are keywords of SQL (`order`, `desc`, `user`). */
export function quoted(name: string): string {
  return `"${name}"`;
}

/** `?, ?, ?` */
export function marks(count: number): string {
  return Array.from({ length: count }, () => '?').join(', ');
}

/** Replaces `?` by the numbered parameters of PostgreSQL: `$1`, `$2`, ... */
export function numberedMarks(text: string): string {
  let count = 0;
  return text.replaceAll('?', () => {
    count += 1;
    return `$${count}`;
  });
}
