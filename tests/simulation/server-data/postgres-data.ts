import pg from 'pg';
import { migrate } from '../../../server/store/migrate.ts';
import { openPostgres } from '../../../server/store/postgres.ts';
import { numberedMarks } from '../../../server/store/sql.ts';
import { type PgCluster, runSql } from '../../support/pg-cluster.ts';
import { realTime } from '../real-time.ts';
import { createTruth, type Truth } from '../truth.ts';
import { blockingSql } from './blocking-sql.ts';
import { queuedClient } from './queued-client.ts';
import type { OpenData, ServerData } from './server-data.ts';
import { createStatementQueue, type StatementQueue } from './statement-queue.ts';
import { POSTGRES_WITNESS } from './witness.ts';

export interface PostgresData extends ServerData {
  /** Of its database. */
  readonly name: string;
  /** Disconnects from it and keeps it. */
  readonly close: () => Promise<void>;
}

interface PostgresOptions {
  readonly cluster: PgCluster;
  /** Name of the database that is copied. */
  readonly template: string;
}

/**
 * Data in a real PostgreSQL, whose statements run one at a time in an order that follows the seed. A killed process is
 * one whose connections are ended. There are no backups.
 */
export async function postgresData({ cluster, template }: PostgresOptions): Promise<PostgresData> {
  const name = `simulated_${crypto.randomUUID()}`;
  await runSql(cluster.url, `create database "${name}" template "${template}" strategy file_copy`);
  const url = urlOf(cluster, name);
  const admin = new pg.Client({ connectionString: cluster.url });
  await admin.connect();
  let queue: StatementQueue | undefined;
  const joined = () => {
    if (queue === undefined) throw new Error('The data are not part of a simulated world');
    return queue;
  };
  let writes = 0;
  let processes = 0;
  const open = async (isDead: () => boolean): Promise<OpenData> => {
    processes += 1;
    const process = `process ${String(processes)}`;
    const own = new URL(url);
    own.searchParams.set('application_name', process);
    const Client = queuedClient(joined(), {
      isDead,
      wrote: () => {
        writes += 1;
      },
    });
    const database = await openPostgres(own.href, Client);
    await migrate(database);
    return {
      database,
      kill: () => joined().runFirst(() => endBackends(admin, name, process)),
      close: database.close,
    };
  };
  return {
    name,
    close: () => admin.end(),
    join: (loop, random) => {
      queue = createStatementQueue({
        after: loop.after,
        random,
        waitsForLock: (backend) => waitsForLock(admin, backend),
      });
      loop.waitFor(queue);
    },
    reserve: () => Promise.resolve(() => undefined),
    open,
    readTruth: () => truthOf(url, () => writes),
    detach: () => undefined,
    backup: () => undefined,
    hasBackup: () => false,
    putBack: () => undefined,
    remove: async () => {
      await queue?.settled();
      await admin.query(`drop database "${name}" with (force)`);
      await admin.end();
    },
  };
}

/** A database that schedules copy, with the records of the simulation; nothing may be connected with it. */
export async function postgresTemplate(cluster: PgCluster, name: string): Promise<void> {
  await runSql(cluster.url, `create database "${name}"`);
  const database = await openPostgres(urlOf(cluster, name));
  try {
    await migrate(database);
  } finally {
    await database.close();
  }
  await runSql(urlOf(cluster, name), POSTGRES_WITNESS);
}

function urlOf(cluster: PgCluster, name: string): string {
  const url = new URL(cluster.url);
  url.pathname = name;
  return url.href;
}

async function waitsForLock(admin: pg.Client, backend: number): Promise<boolean> {
  const { rowCount } = await admin.query('select 1 from pg_locks where pid = $1 and not granted', [
    backend,
  ]);
  return rowCount !== 0;
}

/** Resolves when the database has released the locks of the process. */
async function endBackends(admin: pg.Client, database: string, process: string): Promise<void> {
  const statement = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = $1 and application_name = $2`;
  for (;;) {
    const { rowCount } = await admin.query(statement, [database, process]);
    if (rowCount === 0) return;
    await realTime.sleep(1);
  }
}

function truthOf(url: string, version: () => unknown): Truth {
  return createTruth({
    prepare: (text) => {
      const numbered = numberedMarks(text);
      return (values) => blockingSql(url, numbered, values);
    },
    version,
    close: () => undefined,
  });
}
