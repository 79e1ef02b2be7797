/**
 * One PostgreSQL for all tests of a run that only need a database: starting a cluster and migrating
 * a database cost more than most of these tests. Vitest runs this once, before the first test; each
 * test gets a copy of a migrated template (for-each-database.ts). Tests that kill the server or
 * count its syncs start a cluster of their own.
 */
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../server/store/open.ts';
import { postgresPrograms, startPgCluster } from './pg-cluster.ts';

/** URL of the shared server; undefined on a machine without PostgreSQL. */
export interface SharedPostgres {
  /** Address of the server's own `postgres` database. */
  readonly url: string;
  /** Name of the migrated database that is copied for each test. */
  readonly template: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    sharedPostgres: SharedPostgres | undefined;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (postgresPrograms() === undefined) {
    project.provide('sharedPostgres', undefined);
    return () => Promise.resolve();
  }
  const cluster = await startPgCluster({ durable: false, connections: 200 });
  const template = 'migrated';
  const database = await openDatabase({ url: await cluster.createDatabase(template) });
  await database.close();
  project.provide('sharedPostgres', { url: cluster.url, template });
  return cluster.stop;
}
