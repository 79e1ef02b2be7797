/**
 * One PostgreSQL, and a migrated template on each database, for all tests of a run that only need a
 * database: starting a cluster and migrating a database cost more than most of these tests. Vitest
 * runs this once, before the first test; each test gets a copy of a template (for-each-database.ts).
 * Tests that kill the server or count its syncs start a cluster of their own.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
    /** Data folder with a migrated SQLite database that no process has open. */
    sqliteTemplate: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const sqliteTemplate = mkdtempSync(join(tmpdir(), 'cairn-template-'));
  await (await openDatabase({ dataDir: sqliteTemplate })).close();
  project.provide('sqliteTemplate', sqliteTemplate);
  const stopPostgres = await providePostgres(project);
  return async () => {
    await stopPostgres();
    rmSync(sqliteTemplate, { recursive: true, force: true });
  };
}

async function providePostgres(project: TestProject): Promise<() => Promise<void>> {
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
