import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/store/database.ts';
import { openMarker } from '../../../server/store/marker.ts';
import { openDatabase } from '../../../server/store/open.ts';
import { startServer } from '../../support/start-server.ts';
import { startTestApp } from '../../support/test-app.ts';
import { cardCall, deviceOf, foundTeam, pull } from '../support/team.ts';

describe('the data folder', () => {
  let dataDir = '';
  const open: Database[] = [];
  const openHere = async () => {
    const database = await openDatabase({ dataDir });
    open.push(database);
    return database;
  };
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'cairn-folder-'));
  });
  afterEach(async () => {
    for (const database of open.splice(0)) await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('is locked by one process at a time, and released after it', async () => {
    await openHere();
    await expect(openDatabase({ dataDir })).rejects.toThrow(
      /Another process is using the data folder/,
    );
    await open.pop()?.close();
    await openHere();
  });

  it('is rejected when its note names data and the database is empty', async () => {
    const database = await openHere();
    const { confirm } = await openMarker(dataDir, database);
    const setup = await startTestApp(database);
    await foundTeam(setup.app, 'ada@field.test', 'Field Work');
    await setup.close();
    await confirm();
    await open.pop()?.close();
    for (const name of ['cairn.db', 'cairn.db-wal', 'cairn.db-shm']) {
      rmSync(join(dataDir, name), { force: true });
    }
    const empty = await openHere();
    await expect(openMarker(dataDir, empty)).rejects.toThrow(
      /The database is empty, but .* held data before/,
    );
  });

  it('with a note and an empty database ends the server with a message for the operator', async () => {
    const server = await startServer({ dataDir });
    const url = `${server.url}/rest/api/user-organization-create/`;
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url },
      body: JSON.stringify({
        display_name: 'Ada',
        email: 'ada@field.test',
        phone_number: '+44 20 7946 0000',
        organization: { name: 'Field' },
        password: 'correct horse battery',
      }),
    });
    expect(answer.status).toBe(200);
    expect(await server.terminate()).toBe(0);
    rmSync(join(dataDir, 'cairn.db'));
    await expect(server.start()).rejects.toThrow(/The database is empty/);
    await server.stop();
  }, 120_000);

  it('on a full disk rejects the write with 507, keeps everything, and continues when there is room', async () => {
    const database = await openHere();
    const setup = await startTestApp(database);
    const team = { setup, ...(await foundTeam(setup.app, 'ada@field.test', 'Field Work')) };
    const device = await deviceOf(team.founder);
    const [pages] = await database.writer.all('pragma page_count');
    const full = Number(Object.values(pages ?? {})[0]) + 2;
    await database.writer.all(`pragma max_page_count = ${full}`);
    const before = (await pull(team.founder)).body;
    const calls = Array.from({ length: 150 }, (_, index) => cardCall(team, index + 1));
    const refused = await device.push(calls);
    expect(refused.body).toMatchObject({ status: 507, code: 'storage_full' });
    expect((await pull(team.founder)).body).toEqual(before);
    await database.writer.all('pragma max_page_count = 1000000');
    const sent = await device.push(calls);
    expect(sent.body.verdicts.every(({ status }: { status: number }) => status === 200)).toBe(true);
    expect((await pull(team.founder)).body.head).toBe(before.head + 150);
    await setup.close();
  });

  it('[WRITE-3.2] on a full disk stores no verdict of a write that was not stored, even one that ran plain SQL', async () => {
    const database = await openHere();
    const setup = await startTestApp(database);
    const team = { setup, ...(await foundTeam(setup.app, 'ada@field.test', 'Field Work')) };
    const device = await deviceOf(team.founder);
    const before = (await pull(team.founder)).body;
    // Without a rank the server reads the position itself, behind a savepoint.
    const calls = Array.from({ length: 120 }, (_, index) => {
      const { body, ...call } = cardCall(team, index + 1, `Card ${'x'.repeat(150)} ${index}`);
      return { ...call, body: { id: body.id, project: body.project, name: body.name } };
    });
    const [pages] = await database.writer.all('pragma page_count');
    for (const room of [1, 3, 6, 9]) {
      const full = Number(Object.values(pages ?? {})[0]) + room;
      await database.writer.all(`pragma max_page_count = ${full}`);
      const refused = await device.push(calls);
      expect(refused.body).toMatchObject({ status: 507, code: 'storage_full' });
      expect((await pull(team.founder)).body).toEqual(before);
    }
    await database.writer.all('pragma max_page_count = 1000000');
    const sent = await device.push(calls);
    expect(sent.body.verdicts).toHaveLength(120);
    expect(
      sent.body.verdicts.every(
        (verdict: { status: number; replayed?: boolean }) =>
          verdict.status === 200 && verdict.replayed !== true,
      ),
    ).toBe(true);
    expect((await pull(team.founder)).body.head).toBe(before.head + 120);
    await setup.close();
  });

  const strace = spawnSync('strace', ['-c', 'true']).status === 0;
  it.skipIf(!strace)(
    'has each commit on the disk before its promise settles (counted with strace)',
    () => {
      const counts = join(dataDir, 'strace.txt');
      const commits = 25;
      execFileSync(
        'strace',
        [
          '-f',
          '-e',
          'trace=fsync,fdatasync',
          '-o',
          counts,
          process.execPath,
          'tests/server/store/commit-many.ts',
          join(dataDir, 'data'),
          String(commits),
        ],
        { stdio: 'inherit' },
      );
      const lines = readFileSync(counts, 'utf8').split('\n');
      const syncs = lines.filter((line) => /\bf(data)?sync\(/.test(line)).length;
      expect(syncs).toBeGreaterThanOrEqual(commits);
    },
    120_000,
  );
});
