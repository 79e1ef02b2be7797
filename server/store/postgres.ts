import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database, WriteConnection } from './database.ts';
import { createMutex } from './mutex.ts';
import { notifyBus } from './notify-bus.ts';
import type { Schema } from './schema.ts';
import { postgresRequestCounts } from './request-counts.ts';
import { numberedMarks, type Sql, type SqlRow, type SqlValue } from './sql.ts';

const OLDEST_POSTGRES = 150_000;
const READERS = 8;
/** A server that does not accept the connection, or a statement that does not end, must not block all others. */
const CONNECT_MS = 10_000;
const STATEMENT_MS = 60_000;
/** Locks of a process that dies between two statements are released after this time. */
const IDLE_IN_TRANSACTION_MS = 30_000;

/** A client of the driver that may be replaced when its connection breaks. */
interface LockClient {
  readonly client: pg.Client;
  readonly sql: Sql;
  readonly db: Kysely<Schema>;
  readonly broken: () => boolean;
}

/** A PostgreSQL by its URL. Several processes may share it. `Client`: another client of the driver, for simulations. */
export async function openPostgres(url: string, Client = pg.Client): Promise<Database> {
  // Counters and counts are bigints in PostgreSQL; ours stay far below 2^53.
  pg.defaults.parseInt8 = true;
  const pool = new pg.Pool({ ...connectionOf(url), max: READERS, Client });
  // A connection that breaks while idle is replaced at its next use.
  pool.on('error', () => undefined);
  // A connection that breaks while in use rejects the pending statements; no other handler is needed.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  await refuseOldPostgres(pool);
  const statements = createStatements();
  const writer = writeConnection(() => connect(new Client(connectionOf(url)), statements));
  const bus = notifyBus(connectionOf(url), pool);
  const read = poolSql(pool, statements);
  return {
    kind: 'postgres',
    db,
    read,
    requestCounts: postgresRequestCounts(read),
    snapshot: async (work) => {
      const client = await pool.connect();
      let broken = false;
      try {
        await client.query('begin isolation level repeatable read read only');
        return await work({ ...sqlOf(client, statements), db: boundTo(client) });
      } finally {
        await client.query('rollback').catch(() => {
          broken = true;
        });
        client.release(broken);
      }
    },
    writer: writer.connection,
    bus,
    ping: async () => {
      await pool.query('select 1');
    },
    close: async () => {
      await bus.close();
      await writer.close();
      await pool.end();
    },
  };
}

function writeConnection(open: () => Promise<LockClient>): {
  readonly connection: WriteConnection;
  readonly close: () => Promise<void>;
} {
  let connected: LockClient | undefined;
  let closed = false;
  const current = (): LockClient => {
    if (connected === undefined) throw new Error('No transaction is open');
    return connected;
  };
  const step = async (text: string) => {
    await current().sql.run(text);
  };
  const connection: WriteConnection = {
    all: (text, parameters) => current().sql.all(text, parameters),
    run: (text, parameters) => current().sql.run(text, parameters),
    get db() {
      return current().db;
    },
    begin: async () => {
      if (closed) throw new Error('The database is closed');
      if (connected === undefined || connected.broken()) connected = await open();
      await connected.sql.run('begin isolation level read committed');
    },
    commit: async () => {
      // PostgreSQL responds to COMMIT of a failed transaction with ROLLBACK, without an error.
      const { command } = await current().client.query('commit');
      if (command !== 'COMMIT') throw new Error('The database has aborted the transaction');
    },
    rollback: async () => {
      // A connection that cannot roll back is closed, and its transaction with it.
      await step('rollback').catch(() => {
        void connected?.client.end().catch(() => undefined);
        connected = undefined;
      });
    },
    savepoint: (name) => step(`savepoint ${name}`),
    release: (name) => step(`release savepoint ${name}`),
    rollbackTo: (name) => step(`rollback to savepoint ${name}`),
  };
  return {
    connection,
    close: async () => {
      closed = true;
      await connected?.client.end();
    },
  };
}

async function connect(client: pg.Client, statements: Statements): Promise<LockClient> {
  let broken = false;
  client.on('error', () => {
    broken = true;
  });
  client.on('end', () => {
    broken = true;
  });
  await client.connect();
  // The setting of the server may be off; an acknowledged write is on disk.
  await client.query('set synchronous_commit = on');
  return { client, sql: sqlOf(client, statements), db: boundTo(client), broken: () => broken };
}

function connectionOf(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
  };
}

/** Kysely on a client that the caller holds, inside its open transaction. */
function boundTo(client: pg.ClientBase): Kysely<Schema> {
  const bound = {
    query: client.query.bind(client),
    release: () => undefined,
  };
  return new Kysely<Schema>({
    dialect: new PostgresDialect({
      pool: { connect: async () => bound, end: async () => undefined, options: {} },
    }),
  });
}

/** Names of prepared statements, one for each text, so that each is prepared once a connection. */
type Statements = (text: string) => { readonly name: string; readonly text: string };

function createStatements(): Statements {
  const known = new Map<string, { readonly name: string; readonly text: string }>();
  return (text) => {
    const found = known.get(text) ?? { name: `cairn_${known.size}`, text: numberedMarks(text) };
    known.set(text, found);
    return found;
  };
}

/** Rules request several rows at once; the client runs one statement after the other. */
function sqlOf(client: pg.ClientBase, statements: Statements): Sql {
  const mutex = createMutex();
  const query = async (text: string, parameters: readonly SqlValue[]) => {
    const release = await mutex.lock();
    try {
      if (parameters.length === 0) return await client.query<SqlRow>(text);
      return await client.query<SqlRow>({ ...statements(text), values: [...parameters] });
    } finally {
      release();
    }
  };
  return {
    all: async (text, parameters = []) => (await query(text, parameters)).rows,
    run: async (text, parameters = []) => (await query(text, parameters)).rowCount ?? 0,
  };
}

/** Single statements over any free connection. */
function poolSql(pool: pg.Pool, statements: Statements): Sql {
  const query = (text: string, parameters: readonly SqlValue[]) =>
    pool.query<SqlRow>({ ...statements(text), values: [...parameters] });
  return {
    all: async (text, parameters = []) => (await query(text, parameters)).rows,
    run: async (text, parameters = []) => (await query(text, parameters)).rowCount ?? 0,
  };
}

async function refuseOldPostgres(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ readonly version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  if ((rows[0]?.version ?? 0) < OLDEST_POSTGRES) {
    throw new Error('PostgreSQL 15 or newer is needed');
  }
}
