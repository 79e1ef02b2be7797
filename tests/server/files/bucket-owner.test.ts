import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { s3Storage } from '../../../server/files/s3-storage.ts';
import { ownerText } from '../../../server/files/storage-owner.ts';
import { writeBackup } from '../../../server/ops/backup-file.ts';
import { restoreFile } from '../../../server/ops/restore-file.ts';
import { parseS3Url } from '../../../server/shared/s3-url.ts';
import { openDatabase } from '../../../server/store/open.ts';
import {
  claimInstallation,
  readInstallation,
  readMarked,
} from '../../../server/store/installation.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { type S3Store, startS3Store } from '../../support/s3-store.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { stored } from '../support/files.ts';
import { foundTeam, type Team } from '../support/team.ts';

const METRICS_TOKEN = 'a-token-of-the-operator';
const TEXT = Buffer.from('Two ropes and a lamp\n');
const done: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const step of done.splice(0).toReversed()) await step();
});

function ownerOf({ objects }: S3Store): string | undefined {
  return [...objects].find(([path]) => path.endsWith('/installation'))?.[1].toString();
}

async function teamOf(setup: TestApp): Promise<Team> {
  return { setup, ...(await foundTeam(setup.app, 'ada@field.test', 'Field Work')) };
}

/** As `npm run take-files` does. */
async function take({ app }: TestApp, store: S3Store): Promise<void> {
  const found = await app.services.database.snapshot(readMarked);
  if (found !== undefined) await s3Storage(parseS3Url(store.url)).owner.write(ownerText(found));
}

forEachDatabase('a bucket of files', (open) => {
  it('is cleaned up for the database that owns it alone, and for another one after that has taken it', async () => {
    const store = await startS3Store();
    done.push(store.close);
    const start = async () => {
      const fileStorage = s3Storage(parseS3Url(store.url));
      const setup = await startTestApp(await open(), { fileStorage, metricsToken: METRICS_TOKEN });
      done.push(setup.close);
      // Later than the objects by more than the time for which they stay.
      setup.clock.time = Date.parse('2026-12-20T09:00:00Z');
      return setup;
    };
    const production = await start();
    const team = await teamOf(production);
    await stored(team, team.founder, { name: 'list.txt', bytes: TEXT });
    await production.app.services.files.sweep();
    const before = new Set(store.objects.keys());
    expect(ownerOf(store)).toMatch(/^\d+\.\d+$/);

    const drill = await start();
    const { files } = drill.app.services;
    await expect(files.sweep()).rejects.toThrow(/belongs to another database/);
    expect(new Set(store.objects.keys())).toEqual(before);
    const metrics = async () => {
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
      const { body } = await drill.app.fastify.inject({ url: '/metrics', headers });
      return body;
    };
    expect(await metrics()).toMatch(/^cairn_files_foreign 1$/m);

    await take(drill, store);
    await files.sweep();
    expect(await metrics()).toMatch(/^cairn_files_foreign 0$/m);
    // Nothing in this database names the file.
    expect([...store.objects.keys()].filter((path) => !path.endsWith('installation'))).toEqual([]);
    await expect(production.app.services.files.sweep()).rejects.toThrow(/another database/);
  });

  it('loses nothing to a copy of its database that was started without a restore', async () => {
    const store = await startS3Store();
    done.push(store.close);
    const start = async () => {
      const setup = await startTestApp(await open(), {
        fileStorage: s3Storage(parseS3Url(store.url)),
      });
      done.push(setup.close);
      setup.clock.time = Date.parse('2026-12-20T09:00:00Z');
      return setup;
    };
    const production = await start();
    const team = await teamOf(production);
    const original = production.app.services.files;
    await original.sweep();
    const copy = await start();
    const rows = await production.app.services.database.read.all(
      "select name, value from counters where name like 'installation%'",
    );
    await copy.app.services.writer.session([], async ({ sql }) => {
      for (const { name = '', value = 0 } of rows)
        await sql.run('insert into counters (name, value) values (?, ?)', [name, value]);
    });
    const files = copy.app.services.files;
    await stored(team, team.founder, { name: 'list.txt', bytes: TEXT });
    // As two processes do that start together.
    await Promise.all([original.sweep(), original.sweep()]);
    const before = new Map(store.objects).size;
    await expect(files.sweep()).rejects.toThrow(/a copy of it/);
    expect(files.isForeign()).toBe(true);
    await expect(original.sweep()).rejects.toThrow(/a copy of it/);
    await take(production, store);
    await original.sweep();
    await expect(files.sweep()).rejects.toThrow(/a copy of it/);
    await original.sweep();
    expect(store.objects.size).toBe(before);
  });
});

it('a restored database is another one, which takes the bucket by a command', async () => {
  const store = await startS3Store();
  const folder = mkdtempSync(join(tmpdir(), 'cairn-taken-'));
  done.push(store.close, () => rmSync(folder, { recursive: true, force: true }));
  const inFolder = (name: string) => join(folder, name);
  const [dataDir, restored, backup] = [inFolder('data'), inFolder('restored'), inFolder('a.db')];
  const numberIn = async (place: string, claim = false) => {
    const { writer, snapshot, close } = await openDatabase({ dataDir: place });
    if (claim) {
      await writer.begin();
      await claimInstallation(writer);
      await writer.commit();
    }
    const number = await snapshot(readInstallation);
    await close();
    return number;
  };
  const first = await numberIn(dataDir, true);
  expect(await numberIn(dataDir, true)).toBe(first);
  writeBackup(dataDir, backup, { withFiles: false });
  const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));
  restoreFile(restored, backup, { suffix: 'before', random, withFiles: false });
  expect(await numberIn(restored)).toBeUndefined();

  const takeIn = (place: string) =>
    promisify(execFile)(process.execPath, ['server/ops/take-files.ts'], {
      env: { ...process.env, DATABASE_URL: '', DATA_DIR: place, S3_URL: store.url },
    });
  await expect(takeIn(restored)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('start the server with S3_URL once'),
  });
  const second = await numberIn(restored, true);
  expect(second).not.toBe(first);
  await takeIn(restored);
  expect(ownerOf(store)).toBe(String(second));
});
