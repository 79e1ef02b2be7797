import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, inject } from 'vitest';
import type { Database } from '../../server/store/database.ts';
import { openDatabase } from '../../server/store/open.ts';
import { runSql } from './pg-cluster.ts';

/** Opens an empty database, migrated; closed and removed after the test. */
export type OpenEmpty = () => Promise<Database>;

/**
 * Opens a database for a second process: on PostgreSQL with a writing connection of its own, which no two writers may
 * share. SQLite serves one process, and both writers use its one connection in turns.
 */
export type OpenAgain = (database: Database) => Promise<Database>;

/**
 * Runs the same tests on SQLite and on PostgreSQL. Without PostgreSQL programs the second run is
 * reported as skipped; in CI that is a failure (pg-cluster.ts). Only for test files of Vitest's
 * project `shared`, whose set-up starts the PostgreSQL (shared-databases.ts).
 */
export function forEachDatabase(
  name: string,
  tests: (open: OpenEmpty, openAgain: OpenAgain) => void,
): void {
  describe(`${name} [sqlite]`, () => {
    const done: (() => Promise<void>)[] = [];
    cleanUp(done);
    tests(
      async () => {
        const dataDir = mkdtempSync(join(tmpdir(), 'cairn-test-'));
        copyFileSync(join(inject('sqliteTemplate'), 'cairn.db'), join(dataDir, 'cairn.db'));
        const database = await openDatabase({ dataDir });
        done.push(async () => {
          await database.close();
          rmSync(dataDir, { recursive: true, force: true });
        });
        return database;
      },
      (database) => Promise.resolve(database),
    );
  });
  const shared = inject('sharedPostgres');
  describe.skipIf(shared === undefined)(`${name} [postgres]`, () => {
    const done: (() => Promise<void>)[] = [];
    const names: string[] = [];
    const addresses = new Map<Database, string>();
    // After the connections of all tests are closed, and because several hundred databases fill a disk.
    afterAll(async () => {
      if (shared === undefined) return;
      for (const copy of names) await runSql(shared.url, `drop database "${copy}" with (force)`);
    });
    cleanUp(done);
    tests(
      async () => {
        if (shared === undefined) throw new Error('There is no PostgreSQL');
        const copy = `test_${randomUUID()}`;
        await runSql(
          shared.url,
          `create database "${copy}" template "${shared.template}" strategy file_copy`,
        );
        names.push(copy);
        const url = new URL(shared.url);
        url.pathname = `/${copy}`;
        const database = await openDatabase({ url: url.href });
        addresses.set(database, url.href);
        done.push(() => database.close());
        return database;
      },
      async (database) => {
        const again = await openDatabase({ url: addresses.get(database) ?? '' });
        done.push(() => again.close());
        return again;
      },
    );
  });
}

function cleanUp(done: (() => Promise<void>)[]): void {
  afterEach(async () => {
    for (const step of done.splice(0).toReversed()) await step();
  });
}
