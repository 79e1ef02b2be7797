import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import type { Database } from '../../../server/store/database.ts';
import { openDatabase } from '../../../server/store/open.ts';
import { runSql } from '../../support/pg-cluster.ts';
import { startTestApp } from '../../support/test-app.ts';

/** What waits for a closed database must fail: it would wait for ever. */
async function expectRejections(database: Database): Promise<void> {
  const uses = {
    db: () => database.db.selectFrom('changes').selectAll().execute(),
    read: () => database.read.all('select 1 as one'),
    snapshot: () => database.snapshot((sql) => sql.all('select 1 as one')),
    writer: () => database.writer.begin(),
    ping: () => database.ping(),
  };
  for (const [name, ask] of Object.entries(uses)) {
    await expect.soft(ask(), name).rejects.toThrow();
  }
}

const PLACES = ['a file', 'memory'] as const;

it.each(PLACES)('an embedded database in %s, once closed, rejects every use', async (place) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-closed-'));
  const database = await openDatabase(place === 'a file' ? { dataDir } : { memory: true });
  const begun = database.snapshot((sql) => sql.all('select 1 as one'));
  const closed = database.close();
  expect(await begun).toEqual([{ one: 1 }]);
  await closed;
  await expectRejections(database);
  await database.close();
  rmSync(dataDir, { recursive: true });
});

it.each(PLACES)(
  'a server on an embedded database in %s ends although that is closed first',
  async (place) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'cairn-closed-'));
    const database = await openDatabase(place === 'a file' ? { dataDir } : { memory: true });
    const setup = await startTestApp(database);
    const { mailer, webhooks, digests } = setup.app.services;
    mailer.wake();
    webhooks.wake();
    digests.wake();
    await database.close();
    mailer.wake();
    await setup.close();
    rmSync(dataDir, { recursive: true });
  },
);

it('a PostgreSQL, once closed, rejects every use and opens no connection', async () => {
  const shared = inject('sharedPostgres');
  if (shared === undefined) return;
  const name = `test_${randomUUID()}`;
  await runSql(shared.url, `create database "${name}" template "${shared.template}"`);
  const url = new URL(shared.url);
  url.pathname = `/${name}`;
  const database = await openDatabase({ url: url.href });
  await database.writer.begin();
  await database.writer.rollback();
  await database.close();
  await expectRejections(database);
  // Fails while somebody is connected.
  await runSql(shared.url, `drop database "${name}"`);
});
