import { randomInt } from 'node:crypto';
import { numberOf, type Sql } from './sql.ts';

/**
 * Number of this database, under which it owns the bucket of its files. A restore forgets it (ops/restore.ts): the
 * restored database is another one, which gets a number of its own.
 */
const INSTALLATION = 'installation';
/** `randomInt` makes numbers below it. */
const MOST = 2 ** 48 - 1;

export const FORGET_INSTALLATION = `delete from counters where name = '${INSTALLATION}'`;

/** Undefined before a server with an object store has run on the database. */
export async function readInstallation(sql: Pick<Sql, 'all'>): Promise<number | undefined> {
  const [row] = await sql.all(`select value from counters where name = '${INSTALLATION}'`);
  return row && numberOf(row, 'value');
}

/** The number, a new one where there is none. Runs in a write transaction. */
export async function claimInstallation(sql: Sql): Promise<number> {
  await sql.run(
    `insert into counters (name, value) values ('${INSTALLATION}', ?) on conflict (name) do nothing`,
    [randomInt(1, MOST)],
  );
  const number = await readInstallation(sql);
  if (number === undefined) throw new Error('The database has no number');
  return number;
}
