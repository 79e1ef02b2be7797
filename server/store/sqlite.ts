import { join } from 'node:path';
import BetterSqlite, { type Database as Handle, type Statement } from 'better-sqlite3';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Database, WriteConnection } from './database.ts';
import { createMutex, type Mutex } from './mutex.ts';
import type { Schema } from './schema.ts';
import type { Sql, SqlRow } from './sql.ts';

/** Older versions lose commits by a bug of the write-ahead log. */
const OLDEST_SQLITE = [3, 51, 3] as const;
const BUSY_TIMEOUT_MS = 5_000;
const STATEMENTS_KEPT = 500;

/** A handle, its prepared statements, and the queue of its users. */
interface Connection {
  readonly handle: Handle;
  readonly prepare: (text: string) => Statement<unknown[], SqlRow>;
  /** The same for Kysely, which knows the types of rows itself: `never` is assignable to each of them. */
  readonly prepareTyped: (text: string) => Statement<unknown[], never>;
  readonly mutex: Mutex;
}

/** The embedded database in `dataDir/cairn.db`, locked by this process. */
export function openSqliteFile(dataDir: string): Database {
  const unlock = lockFolder(dataDir);
  const path = join(dataDir, 'cairn.db');
  try {
    const writer = connect(new BetterSqlite(path));
    configureWriter(writer.handle);
    const reader = connect(new BetterSqlite(path, { readonly: true }));
    const lister = connect(new BetterSqlite(path, { readonly: true }));
    return assemble({ writer, reader, lister }, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

/** A database in memory, with one handle, so that reads wait for the open transaction. */
export function openSqliteMemory(): Database {
  const only = connect(new BetterSqlite(':memory:'));
  configureWriter(only.handle);
  return assemble({ writer: only, reader: only, lister: only }, () => undefined);
}

function assemble(
  connections: Readonly<Record<'writer' | 'reader' | 'lister', Connection>>,
  unlock: () => void,
): Database {
  const { writer, reader, lister } = connections;
  refuseOldSqlite(writer.handle);
  const db = kyselyOf(lister, { locks: true });
  const snapshotDb = kyselyOf(reader, { locks: false });
  return {
    kind: 'sqlite',
    db,
    read: readerOf(lister),
    snapshot: async (work) => {
      const release = await reader.mutex.lock();
      try {
        execute(reader, 'begin');
        return await work({ ...sqlOf(reader), db: snapshotDb });
      } finally {
        if (reader.handle.inTransaction) execute(reader, 'rollback');
        release();
      }
    },
    writer: writeConnection(writer),
    // One process locks the folder: there is no other process to notify.
    bus: {
      publish: () => Promise.resolve(),
      listen: () => () => undefined,
      check: () => Promise.resolve(),
    },
    ping: async () => {
      await sqlOf(lister).all('select 1 as one');
    },
    close: async () => {
      for (const { handle, mutex } of new Set([reader, lister, writer])) {
        const release = await mutex.lock();
        handle.close();
        // What waits or comes later fails: it would wait for ever.
        release();
      }
      unlock();
    },
  };
}

function writeConnection(connection: Connection): WriteConnection {
  const { handle } = connection;
  let release: (() => void) | undefined;
  const end = () => {
    release?.();
    release = undefined;
  };
  /**
   * A full disk ends the transaction unnoticed, and each later statement would be committed alone: such a transaction
   * accepts no further statement.
   */
  const requireOpen = () => {
    if (release !== undefined && !handle.inTransaction) {
      throw new Error('The database has aborted the transaction');
    }
  };
  const sql = sqlOf(connection, requireOpen);
  const step = async (text: string) => {
    requireOpen();
    execute(connection, text);
  };
  return {
    ...sql,
    db: kyselyOf(connection, { locks: false, requireOpen }),
    begin: async () => {
      release = await connection.mutex.lock();
      try {
        execute(connection, 'begin immediate');
      } catch (error) {
        end();
        throw error;
      }
    },
    commit: async () => {
      await step('commit');
      end();
    },
    rollback: async () => {
      try {
        if (handle.inTransaction) execute(connection, 'rollback');
      } finally {
        end();
      }
    },
    savepoint: (name) => step(`savepoint ${name}`),
    release: (name) => step(`release ${name}`),
    rollbackTo: (name) => step(`rollback to ${name}`),
  };
}

function connect(handle: Handle): Connection {
  handle.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  handle.pragma('temp_store = memory');
  return {
    handle,
    mutex: createMutex(),
    prepare: remembered((text) => handle.prepare<unknown[], SqlRow>(text)),
    prepareTyped: remembered((text) => handle.prepare<unknown[], never>(text)),
  };
}

function remembered<T>(prepare: (text: string) => T): (text: string) => T {
  const statements = new Map<string, T>();
  return (text) => {
    const known = statements.get(text);
    if (known !== undefined) return known;
    if (statements.size >= STATEMENTS_KEPT) statements.clear();
    const statement = prepare(text);
    statements.set(text, statement);
    return statement;
  };
}

/** `synchronous` is set although it reports FULL already: only then does each commit reach the disk in WAL mode. */
function configureWriter(handle: Handle): void {
  handle.pragma('journal_mode = wal');
  handle.pragma('synchronous = full');
}

function refuseOldSqlite(handle: Handle): void {
  const row = handle
    .prepare<unknown[], { readonly version: string }>('select sqlite_version() as version')
    .get();
  const found = (row?.version ?? '0').split('.').map(Number);
  for (const [index, wanted] of OLDEST_SQLITE.entries()) {
    const part = found[index] ?? 0;
    if (part > wanted) return;
    if (part < wanted) {
      throw new Error(
        `SQLite ${row?.version} loses commits; ${OLDEST_SQLITE.join('.')} or newer is needed`,
      );
    }
  }
}

/** Allows one process per folder. The lock is released when the process ends, in whatever way. */
export function lockFolder(dataDir: string): () => void {
  const path = join(dataDir, 'cairn.lock');
  const handle = new BetterSqlite(path, { timeout: 0 });
  try {
    // No journal file is left behind, and the lock does not need the disk.
    handle.pragma('journal_mode = memory');
    handle.exec('begin exclusive');
  } catch (error) {
    handle.close();
    throw new Error(`Another process is using the data folder ${dataDir}`, { cause: error });
  }
  // The file stays: if it were removed now, two other processes could each hold a lock, one on the old file and one on
  // a new one.
  return () => {
    handle.close();
  };
}

function execute(connection: Connection, text: string): void {
  connection.prepare(text).run();
}

function sqlOf(connection: Connection, requireOpen: () => void = () => undefined): Sql {
  return {
    all: async (text, parameters = []) => {
      requireOpen();
      return connection.prepare(text).all(...parameters);
    },
    run: async (text, parameters = []) => {
      requireOpen();
      return connection.prepare(text).run(...parameters).changes;
    },
  };
}

/** Statements run one after the other: in memory the connection is the writer's as well. */
function readerOf(connection: Connection): Sql {
  const sql = sqlOf(connection);
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const release = await connection.mutex.lock();
    try {
      return await work();
    } finally {
      release();
    }
  };
  return {
    all: (text, parameters) => inTurn(() => sql.all(text, parameters)),
    run: (text, parameters) => inTurn(() => sql.run(text, parameters)),
  };
}

interface Sharing {
  /** True: acquires the connection; false: runs inside the holder's transaction. */
  readonly locks: boolean;
  readonly requireOpen?: () => void;
}

function kyselyOf(connection: Connection, sharing: Sharing): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => driverOf(connection, sharing),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}

/** Kysely on a handle with other users. */
function driverOf(
  connection: Connection,
  { locks, requireOpen = () => undefined }: Sharing,
): Driver {
  const releases = new WeakMap<DatabaseConnection, () => void>();
  return {
    init: async () => undefined,
    acquireConnection: async () => {
      const release = locks ? await connection.mutex.lock() : () => undefined;
      const acquired = kyselyConnection(connection, requireOpen);
      releases.set(acquired, release);
      return acquired;
    },
    releaseConnection: async (acquired) => {
      releases.get(acquired)?.();
    },
    beginTransaction: () => noTransactions(),
    commitTransaction: () => noTransactions(),
    rollbackTransaction: () => noTransactions(),
    destroy: async () => undefined,
  };
}

function noTransactions(): Promise<void> {
  return Promise.reject(
    new Error("Transactions are the writer's: use writer.run or database.snapshot"),
  );
}

function kyselyConnection(connection: Connection, requireOpen: () => void): DatabaseConnection {
  return {
    executeQuery: async ({ sql, parameters }: CompiledQuery) => {
      requireOpen();
      const statement = connection.prepareTyped(sql);
      if (statement.reader) return { rows: statement.all(...parameters) };
      const { changes } = statement.run(...parameters);
      return { rows: [], numAffectedRows: BigInt(changes) };
    },
    streamQuery: () => {
      throw new Error('Read in pages');
    },
  };
}
