import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import type { Database } from '../../server/store/database.ts';
import { openDatabase } from '../../server/store/open.ts';
import { type PgCluster, postgresPrograms, startPgCluster } from './pg-cluster.ts';

/** Opens an empty database, migrated; closed and removed after the test. */
export type OpenEmpty = () => Promise<Database>;

/**
 * Runs the same tests on SQLite and on PostgreSQL. Where there are no PostgreSQL programs the second run is skipped in
 * plain sight; in CI that is a failure (pg-cluster.ts).
 */
export function forEachDatabase(name: string, tests: (open: OpenEmpty) => void): void {
  describe(`${name} [sqlite]`, () => {
    const done: (() => Promise<void>)[] = [];
    cleanUp(done);
    tests(async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'cairn-test-'));
      const database = await openDatabase({ dataDir });
      done.push(async () => {
        await database.close();
        rmSync(dataDir, { recursive: true, force: true });
      });
      return database;
    });
  });
  describe.skipIf(postgresPrograms() === undefined)(`${name} [postgres]`, () => {
    const done: (() => Promise<void>)[] = [];
    let cluster: PgCluster | undefined;
    beforeAll(async () => {
      cluster = await startPgCluster({ durable: false });
    });
    afterAll(async () => {
      await cluster?.stop();
    });
    cleanUp(done);
    tests(async () => {
      if (cluster === undefined) throw new Error('The cluster is not running');
      const database = await openDatabase({ url: await cluster.createDatabase() });
      done.push(() => database.close());
      return database;
    });
  });
}

function cleanUp(done: (() => Promise<void>)[]): void {
  afterEach(async () => {
    for (const step of done.splice(0).toReversed()) await step();
  });
}
