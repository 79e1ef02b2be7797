import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../server/store/open.ts';
import { startServer, type ServerProcess } from '../../support/start-server.ts';

describe('backup and restore of the embedded database', () => {
  let folder = '';
  let server: ServerProcess;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-backup-'));
    server = await startServer({ dataDir: join(folder, 'data') });
  });
  afterEach(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const dataDir = () => join(folder, 'data');
  const file = () => join(folder, 'copy.db');

  it('brings back what was there at the backup, taken while the server runs, with a new epoch for every stream', async () => {
    await signUp(server, 'Before');
    expect(run('backup', dataDir(), file())).toMatchObject({ status: 0 });
    await signUp(server, 'After');
    await server.terminate();
    const earlier = await look(dataDir());
    expect(earlier.organizations).toEqual(['After', 'Before']);

    expect(run('restore', dataDir(), file())).toMatchObject({ status: 0 });
    const restored = await look(dataDir());
    expect(restored.organizations).toEqual(['Before']);
    const [stream = ''] = restored.streams.keys();
    expect(restored.streams.get(stream)).not.toBe(earlier.streams.get(stream));

    await server.start();
    await signUp(server, 'Again');
    await server.terminate();
    expect((await look(dataDir())).organizations).toEqual(['Again', 'Before']);
  });

  it('keeps what a restore replaces', async () => {
    await signUp(server, 'Before');
    run('backup', dataDir(), file());
    await signUp(server, 'After');
    await server.kill();
    run('restore', dataDir(), file());
    const kept = readdirSync(dataDir()).find((name) => /^cairn\.db\.before-\d+$/.test(name)) ?? '';
    const other = join(folder, 'other');
    expect(run('restore', other, join(dataDir(), kept))).toMatchObject({ status: 0 });
    expect((await look(other)).organizations).toEqual(['After', 'Before']);
  });

  it('refuses to restore under a running server, and changes nothing', async () => {
    await signUp(server, 'Before');
    run('backup', dataDir(), file());
    await signUp(server, 'After');
    const { status, output } = run('restore', dataDir(), file());
    expect(status).toBe(1);
    expect(output).toContain('Another process is using the data folder');
    await server.terminate();
    expect((await look(dataDir())).organizations).toEqual(['After', 'Before']);
  });

  it('refuses a file that is no backup, and never overwrites one', async () => {
    await signUp(server, 'Before');
    await server.terminate();
    writeFileSync(file(), 'not a database, but long enough to be looked at'.repeat(100));
    const restore = run('restore', dataDir(), file());
    expect(restore).toMatchObject({ status: 1 });
    expect(restore.output).toContain('is not a whole backup of Cairn');
    expect(run('backup', dataDir(), file()).output).toContain('a backup never overwrites');
    expect(existsSync(`${file()}.draft`)).toBe(false);
    expect((await look(dataDir())).organizations).toEqual(['Before']);
  });
});

function run(command: 'backup' | 'restore', dataDir: string, file: string) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [`server/ops/${command}.ts`, file],
    { encoding: 'utf8', env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir } },
  );
  return { status, output: `${stdout}${stderr}` };
}

async function signUp(server: ServerProcess, organization: string): Promise<void> {
  const answer = await fetch(`${server.url}/rest/api/user-organization-create/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      display_name: 'Ada Field',
      email: `${organization.toLowerCase()}@example.org`,
      phone_number: '+44 20 7946 0000',
      organization: { name: organization },
      password: 'correct horse battery',
    }),
  });
  expect(await answer.text()).toContain('success');
}

async function look(dataDir: string) {
  const database = await openDatabase({ dataDir });
  const organizations = await database.db.selectFrom('organizations').select('name').execute();
  const streams = await database.db.selectFrom('streams').select(['stream', 'epoch']).execute();
  await database.close();
  return {
    organizations: organizations.map(({ name }) => name).toSorted((a, b) => (a < b ? -1 : 1)),
    streams: new Map(streams.map(({ stream, epoch }) => [stream, epoch])),
  };
}
