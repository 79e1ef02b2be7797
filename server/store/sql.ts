/** What both databases store: integers stand for instants and flags, text for everything else. */
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

/** A text column; throws where the database holds something else. */
export function textOf(row: SqlRow, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`Column ${column} holds no text`);
  return value;
}

/** An integer column; throws where the database holds something else. */
export function numberOf(row: SqlRow, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`Column ${column} holds no number`);
  return value;
}

export function numberOrNull(row: SqlRow, column: string): number | null {
  return row[column] === null ? null : numberOf(row, column);
}

/** Names are quoted everywhere: some of the specification's fields are words of SQL (`order`, `desc`, `user`). */
export function quoted(name: string): string {
  return `"${name}"`;
}

/** `?, ?, ?` */
export function marks(count: number): string {
  return Array.from({ length: count }, () => '?').join(', ');
}

/** `?` marks as PostgreSQL counts them: `$1`, `$2`, ... */
export function numberedMarks(text: string): string {
  let count = 0;
  return text.replaceAll('?', () => {
    count += 1;
    return `$${count}`;
  });
}
