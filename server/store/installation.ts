import { randomInt } from 'node:crypto';
import { marks, numberOf, type Sql, textOf } from './sql.ts';

/**
 * Number of this database, under which it owns the bucket of its files. A restore forgets it (ops/restore.ts): the
 * restored database is another one, which gets a number of its own.
 */
const INSTALLATION = 'installation';
/**
 * Marks that distinguish a database from a copy of itself: the newest that it has written into the bucket, the one
 * before, and the one that it writes next. A copy has those from before it was made alone.
 */
const MARK = 'installation-mark';
const FORMER_MARK = 'installation-former-mark';
const NEXT_MARK = 'installation-next-mark';
/** 1: this database has reported in the bucket that there is a copy. */
const REPORTED = 'installation-reported';
const ALL = [INSTALLATION, MARK, FORMER_MARK, NEXT_MARK, REPORTED];
/** `randomInt` makes numbers below it. */
const MOST = 2 ** 48 - 1;

export const FORGET_INSTALLATION = `delete from counters where name in (${ALL.map((name) => `'${name}'`).join(', ')})`;

/** What a database knows about its bucket. */
export interface Installation {
  readonly number: number;
  /** Marks that the bucket may have. */
  readonly marks: readonly number[];
  /** The one that it gets; undefined before the first clean-up of a build that knows of marks. */
  readonly next: number | undefined;
  readonly isReported: boolean;
}

/** Undefined before a server with an object store has run on the database. */
export async function readInstallation(sql: Pick<Sql, 'all'>): Promise<number | undefined> {
  return (await readMarked(sql))?.number;
}

/** The same with its marks. */
export async function readMarked(sql: Pick<Sql, 'all'>): Promise<Installation | undefined> {
  const rows = await sql.all(
    `select name, value from counters where name in (${marks(ALL.length)})`,
    ALL,
  );
  const values = new Map(rows.map((row) => [textOf(row, 'name'), numberOf(row, 'value')]));
  const number = values.get(INSTALLATION);
  if (number === undefined) return undefined;
  return {
    number,
    marks: [MARK, FORMER_MARK, NEXT_MARK].flatMap((name) => values.get(name) ?? []),
    next: values.get(NEXT_MARK) ?? values.get(MARK),
    isReported: values.get(REPORTED) === 1,
  };
}

/** The number, a new one where there is none. Runs in a write transaction. */
export async function claimInstallation(sql: Sql): Promise<number> {
  await insert(sql, INSTALLATION, randomInt(1, MOST));
  const number = await readInstallation(sql);
  if (number === undefined) throw new Error('The database has no number');
  return number;
}

/** The number with the next mark, which is stored before it is written into the bucket. Runs in a write transaction. */
export async function prepareMark(sql: Sql): Promise<Installation> {
  await claimInstallation(sql);
  await insert(sql, NEXT_MARK, randomInt(1, MOST));
  const found = await readMarked(sql);
  if (found === undefined) throw new Error('The database has no number');
  return found;
}

/** The bucket has the next mark. Another process may have said so already. Runs in a write transaction. */
export async function confirmMark(sql: Sql, mark: number): Promise<void> {
  const gone = await sql.run('delete from counters where name = ? and value = ?', [
    NEXT_MARK,
    mark,
  ]);
  if (gone === 0) return;
  await sql.run('delete from counters where name in (?, ?)', [FORMER_MARK, REPORTED]);
  await sql.run('update counters set name = ? where name = ?', [FORMER_MARK, MARK]);
  await insert(sql, MARK, mark);
}

/** This database has reported a copy. Runs in a write transaction. */
export function noteReported(sql: Sql): Promise<void> {
  return insert(sql, REPORTED, 1);
}

async function insert(sql: Sql, name: string, value: number): Promise<void> {
  await sql.run('insert into counters (name, value) values (?, ?) on conflict (name) do nothing', [
    name,
    value,
  ]);
}
