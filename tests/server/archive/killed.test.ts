import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { folderStorage } from '../../../server/files/folder-storage.ts';
import type { Database } from '../../../server/store/database.ts';
import { openDatabase } from '../../../server/store/open.ts';
import { textOf } from '../../../server/store/sql.ts';
import { runSql } from '../../support/pg-cluster.ts';
import { startTestApp } from '../../support/test-app.ts';
import { digestOf, stored } from '../support/files.ts';
import { addTask, foundTeam, hire, join as joinTeam } from '../support/team.ts';
import { archiveFolder, exportFrom } from './archives.ts';

/** Longer than bytes without a row stay. */
const LATER_MS = 3 * 24 * 60 * 60_000;
const TABLES = ['organizations', 'org_users', 'users', 'tasks', 'streams', 'file_contents'];

/** In the order in which an import reaches them. */
const MOMENTS = [
  ['while it stores the first file', 'file:1'],
  ['while it stores the last file', 'file:3'],
  ['at the beginning of its transaction', 'row:1'],
  ['within its transaction', 'row:25'],
  ['before its commit', 'commit'],
  ['after its commit', 'committed'],
] as const;

type Counts = Readonly<Record<string, number>>;

const folder = archiveFolder();
const path = folder.path('team.tar.gz');
let whole: Counts = {};

/** An organisation with three files and its archive. */
beforeAll(async () => {
  const database = await openDatabase({ memory: true });
  const setup = await startTestApp(database);
  const team = { setup, ...(await foundTeam(setup.app, 'ada@field.test', 'Field Work')) };
  await joinTeam(team, team.founder);
  await joinTeam(team, await hire(team, 'ben@field.test'));
  for (let n = 0; n < 20; n += 1) await addTask(team, team.founder, { name: `Task ${String(n)}` });
  for (const name of ['a.txt', 'b.txt', 'c.txt']) {
    await stored(team, team.founder, { name, bytes: Buffer.from(name.repeat(40_000)) });
  }
  await exportFrom(setup.app, team.founder.orgId ?? '', { path, folder: folder.folder });
  whole = await countsOf(database);
  await setup.close();
  await database.close();
});
afterAll(() => folder.remove());

describe.each(['sqlite', 'postgres'] as const)('an import that is killed [%s]', (kind) => {
  const done: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const step of done.splice(0).toReversed()) await step();
  });
  const shared = inject('sharedPostgres');

  /** An empty server: its environment, and how to open its database. */
  async function emptyServer() {
    const dataDir = mkdtempSync(join(tmpdir(), 'cairn-killed-'));
    done.push(() => rmSync(dataDir, { recursive: true, force: true }));
    if (kind === 'sqlite') {
      copyFileSync(join(inject('sqliteTemplate'), 'cairn.db'), join(dataDir, 'cairn.db'));
      return { dataDir, env: { DATA_DIR: dataDir }, open: () => openDatabase({ dataDir }) };
    }
    if (shared === undefined) throw new Error('There is no PostgreSQL');
    const name = `killed_${randomUUID()}`;
    await runSql(
      shared.url,
      `create database "${name}" template "${shared.template}" strategy file_copy`,
    );
    done.push(() =>
      runSql(shared.url, `drop database "${name}" with (force)`).then(() => undefined),
    );
    const url = new URL(shared.url);
    url.pathname = `/${name}`;
    const env = { DATA_DIR: dataDir, DATABASE_URL: url.href };
    return { dataDir, env, open: () => openDatabase({ url: url.href }) };
  }

  it.skipIf(kind === 'postgres' && shared === undefined).each(MOMENTS)(
    '%s leaves nothing or everything, and is repeated',
    async (_when, moment) => {
      const { dataDir, env, open } = await emptyServer();
      const killed = await run('tests/server/archive/killed-import.ts', {
        ...env,
        KILL_AT: moment,
      });
      expect(killed).toMatchObject({ signal: 'SIGKILL' });
      const isThere = moment === 'committed';
      expect(await counted(open)).toEqual(isThere ? whole : NOTHING);
      const again = await run('server/archive/import.ts', env);
      expect(again.output).toContain(isThere ? 'already' : 'Field Work: 2 people');
      expect(again.code).toBe(isThere ? 1 : 0);
      expect(await counted(open)).toEqual(whole);
      await expectItsFilesAlone(dataDir, open);
    },
  );
});

/** Each file can be read whole, and after the sweep the storage has nothing else. */
async function expectItsFilesAlone(dataDir: string, open: () => Promise<Database>): Promise<void> {
  const storage = folderStorage(join(dataDir, 'files'));
  const database = await open();
  const setup = await startTestApp(database, { fileStorage: storage });
  setup.clock.time = Date.now() + LATER_MS;
  const rows = await database.snapshot((sql) =>
    sql.all('select name, digest from file_contents order by name'),
  );
  await setup.app.services.files.sweep();
  const names = [];
  for await (const { name } of storage.list()) names.push(name);
  expect(names.toSorted()).toEqual(rows.map((row) => textOf(row, 'name')));
  for (const row of rows) {
    const parts: Buffer[] = [];
    for await (const part of await storage.read(textOf(row, 'name'))) parts.push(part);
    expect(digestOf(Buffer.concat(parts))).toBe(textOf(row, 'digest'));
  }
  await setup.close();
  await database.close();
}

const NOTHING: Counts = Object.fromEntries(TABLES.map((table) => [table, 0]));

async function counted(open: () => Promise<Database>): Promise<Counts> {
  const database = await open();
  const counts = await countsOf(database);
  await database.close();
  return counts;
}

function countsOf(database: Database): Promise<Counts> {
  return database.snapshot(async (sql) => {
    const counts: Record<string, number> = {};
    for (const table of TABLES) {
      const [row] = await sql.all(`select count(*) as n from ${table}`);
      counts[table] = Number(row?.['n']);
    }
    return counts;
  });
}

async function run(script: string, env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [script, path], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  const [code, signal] = await once(child, 'close');
  return { code: Number(code), signal: String(signal), output: output.join('') };
}
