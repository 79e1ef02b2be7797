import type { Kysely, KyselyPlugin } from 'kysely';
import type { Database, ProcessBus, WriteConnection } from '../../../server/store/database.ts';
import type { Mutex } from '../../../server/store/mutex.ts';

interface ProcessDatabaseOptions {
  /** Held by the process whose transaction is open. */
  readonly alone: Mutex;
  readonly bus: ProcessBus;
}

/** The database of one of several server processes, as the process sees it. */
export interface ProcessDatabase {
  readonly database: Database;
  /** Ends its transaction like `kill -9`; what the rest of the process still writes is refused. */
  readonly kill: () => void;
}

/**
 * Lets several servers of one process of Node write into one SQLite file in turns. The product allows that on PostgreSQL
 * only, where each stream has a lock of its own; here all streams share one lock.
 */
export function processDatabase(
  database: Database,
  { alone, bus }: ProcessDatabaseOptions,
): ProcessDatabase {
  const { writer } = database;
  let isDead = false;
  let release: (() => void) | undefined;
  const requireLife = () => {
    if (isDead) throw new Error('The process was killed');
  };
  const end = () => {
    release?.();
    release = undefined;
  };
  const alive =
    <A extends readonly unknown[], T>(work: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      requireLife();
      return work(...args);
    };
  const own: WriteConnection = {
    all: alive(writer.all),
    run: alive(writer.run),
    savepoint: alive(writer.savepoint),
    release: alive(writer.release),
    rollbackTo: alive(writer.rollbackTo),
    db: whileAlive(writer.db, requireLife),
    begin: async () => {
      const unlock = await alone.lock();
      try {
        requireLife();
        await writer.begin();
        release = unlock;
      } catch (error) {
        unlock();
        throw error;
      }
    },
    commit: async () => {
      requireLife();
      await writer.commit();
      end();
    },
    rollback: async () => {
      if (isDead) return;
      await writer.rollback();
      end();
    },
  };
  return {
    database: { ...database, writer: own, bus },
    kill: () => {
      isDead = true;
      // The embedded database has ended the transaction when the call returns.
      if (release !== undefined) void writer.rollback();
      end();
    },
  };
}

function whileAlive<T>(db: Kysely<T>, requireLife: () => void): Kysely<T> {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      requireLife();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return db.withPlugin(plugin);
}
