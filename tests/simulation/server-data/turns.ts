import type { Kysely, KyselyPlugin } from 'kysely';
import type { Database, WriteConnection } from '../../../server/store/database.ts';
import type { Mutex } from '../../../server/store/mutex.ts';
import type { OpenData } from './server-data.ts';

/**
 * Lets several servers of one process of Node write into one SQLite file in turns. The product allows that on PostgreSQL
 * only, where each stream has a lock of its own; here all streams share one lock, `alone`.
 */
export function writeInTurns(
  database: Database,
  alone: Mutex,
): Pick<OpenData, 'database' | 'kill'> {
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
        // Killed while the transaction began: it ends as the connection of a dead process does.
        if (isDead) await writer.rollback();
        requireLife();
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
    database: { ...database, writer: own },
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
