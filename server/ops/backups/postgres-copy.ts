import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import pg from 'pg';
import * as v from 'valibot';
import { quoted } from '../../store/sql.ts';
import { type NamedObject, OBJECT_TABLES } from '../backup-objects.ts';
import type { CheckedCopy } from './sqlite-copy.ts';

const ERROR_CHARACTERS = 500;

/**
 * Dumps a PostgreSQL with `pg_dump` (custom format), then reads the whole dump with `pg_restore` and compares the rows
 * of each table with those that the database had in the same snapshot. Throws when a program is missing or fails, and
 * when a row is missing.
 */
export async function copyPostgres(url: string, target: string): Promise<CheckedCopy> {
  const client = new pg.Client({ connectionString: url });
  // A connection that breaks rejects the pending statement, and pg_dump fails.
  client.on('error', () => undefined);
  await client.connect();
  try {
    // The snapshot lives as long as this transaction: the dump and the counts see the same state.
    await client.query('begin isolation level repeatable read read only');
    const snapshot = await textIn(client, 'select pg_export_snapshot() as value');
    const { address, environment } = withoutPassword(url);
    await run('pg_dump', environment, [
      '--format=custom',
      '--no-owner',
      '--no-privileges',
      '--no-unlogged-table-data',
      `--snapshot=${snapshot}`,
      `--file=${target}`,
      address,
    ]);
    const [rows, found] = [await rowsIn(client), await rowsInDump(target)];
    for (const [table, count] of Object.entries(rows)) {
      if (found.get(table) !== count) {
        throw new Error(
          `The dump has ${String(found.get(table) ?? 0)} of ${String(count)} rows of ${table}`,
        );
      }
    }
    const migration = await textIn(client, 'select max(name) as value from migrations');
    return { rows, migration, objects: await objectsIn(client) };
  } finally {
    await client.end();
  }
}

const countSchema = v.pipe(v.unknown(), v.transform(Number), v.safeInteger());
const objectsSchema = v.array(v.object({ name: v.string(), size: countSchema }));
const textSchema = v.tuple([v.object({ value: v.string() })]);

/** Rows of each table but those that PostgreSQL forgets in a crash and the dump leaves out. */
async function rowsIn(client: pg.Client): Promise<Readonly<Record<string, number>>> {
  const { rows: tables } = await client.query(
    `select relname as name from pg_class
     where relkind = 'r' and relpersistence = 'p' and relnamespace = current_schema()::regnamespace`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of v.parse(v.array(v.object({ name: v.string() })), tables)) {
    const { rows } = await client.query(`select count(*) as value from ${quoted(name)}`);
    counts[name] = v.parse(v.tuple([v.object({ value: countSchema })]), rows)[0].value;
  }
  return counts;
}

async function objectsIn(client: pg.Client): Promise<readonly NamedObject[]> {
  const selects = OBJECT_TABLES.map((table) => `select name, size from ${table}`);
  const { rows } = await client.query(selects.join(' union all '));
  return v.parse(objectsSchema, rows);
}

async function textIn(client: pg.Client, statement: string): Promise<string> {
  const { rows } = await client.query(statement);
  return v.parse(textSchema, rows)[0].value;
}

/** Reads every block of a dump: `COPY <schema>.<table> (...) FROM stdin;`, a line for each row, then `\.`. */
async function rowsInDump(file: string): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  let table: string | undefined;
  await run('pg_restore', {}, ['--data-only', '--file=-', file], (line) => {
    if (table === undefined) {
      table = /^COPY (?:"?\w+"?\.)?"?(\w+)"? \(.*\) FROM stdin;$/.exec(line)?.[1];
      if (table !== undefined) counts.set(table, 0);
    } else if (line === '\\.') {
      table = undefined;
    } else {
      counts.set(table, (counts.get(table) ?? 0) + 1);
    }
  });
  return counts;
}

/** Other users of the machine see the arguments of a process, not its environment. */
function withoutPassword(url: string): {
  readonly address: string;
  readonly environment: Readonly<Record<string, string>>;
} {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  return { address: address.href, environment: password === '' ? {} : { PGPASSWORD: password } };
}

async function run(
  program: string,
  environment: Readonly<Record<string, string>>,
  parameters: readonly string[],
  onLine?: (line: string) => void,
): Promise<void> {
  const child = spawn(program, parameters, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', onLine === undefined ? 'ignore' : 'pipe', 'pipe'],
  });
  const failed = Promise.withResolvers<never>();
  child.once('error', failed.reject);
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-ERROR_CHARACTERS);
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const read = async () => {
    if (child.stdout === null || onLine === undefined) return;
    for await (const line of createInterface({ input: child.stdout })) onLine(line);
  };
  try {
    const [code] = await Promise.race([Promise.all([ended, read()]), failed.promise]);
    if (code !== 0) throw new Error(`${program}: ${said.trim()}`);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new Error(
        `${program} is not installed on this machine: install the client programs of PostgreSQL`,
        { cause: error },
      );
    }
    throw error;
  }
}
