import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderStorage } from '../../../server/files/folder-storage.ts';
import { restoreFile } from '../../../server/ops/restore-file.ts';
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

  it('restores the data of the backup, taken while the server runs, with a new epoch for every stream', async () => {
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

  it('includes people’s files, also those that are removed before the restore', async () => {
    await signUp(server, 'Before');
    await server.terminate();
    const name = '0123456789abcdef0123456789abcdef';
    const database = await openDatabase({ dataDir: dataDir() });
    await database.writer.begin();
    await database.writer.run(
      `insert into file_contents (org_id, file, variant, name, media_type, size, digest, created_at)
       values ('1', 'f', 'full', ?, 'text/plain', 4, '', 1)`,
      [name],
    );
    await database.writer.commit();
    await database.close();
    const storage = folderStorage(join(dataDir(), 'files'));
    await storage.write(name, Readable.from([Buffer.from('rope')]));
    expect(run('backup', dataDir(), file())).toMatchObject({ status: 0 });
    await storage.remove(name);
    expect(run('restore', dataDir(), file())).toMatchObject({ status: 0 });
    const bytes = await (await storage.read(name)).toArray();
    expect(Buffer.concat(bytes).toString()).toBe('rope');
    const elsewhere = join(folder, 'elsewhere');
    rmSync(`${file()}.files`, { recursive: true });
    const incomplete = run('restore', elsewhere, file());
    expect(incomplete).toMatchObject({ status: 1 });
    expect(incomplete.output).toContain('1 attached files are neither in the backup nor in');
    expect((await look(elsewhere)).organizations).toEqual(['Before']);
  });

  it('keeps the replaced database', async () => {
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

  it('writes the new epochs before the restored database replaces the old one: an interrupted restore leaves no old ones', async () => {
    await signUp(server, 'Before');
    await server.terminate();
    run('backup', dataDir(), file());
    const before = await look(dataDir());
    const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));
    const { streams } = restoreFile(dataDir(), file(), {
      suffix: 'before',
      random,
      withFiles: true,
    });
    // The command is killed here: nothing after it has run.
    const restored = await look(dataDir());
    expect(restored.streams.size).toBe(streams);
    for (const [stream, epoch] of restored.streams) {
      expect(epoch).not.toBe(before.streams.get(stream));
    }
  });

  it('makes no backup of a damaged database, and reports it', async () => {
    await signUp(server, 'Before');
    await server.terminate();
    const path = join(dataDir(), 'cairn.db');
    const bytes = readFileSync(path);
    bytes.fill(0x5a, 8_192);
    writeFileSync(path, bytes);
    expect(run('backup', dataDir(), file()).status).toBe(1);
    expect(existsSync(file())).toBe(false);
  });

  it('rejects a backup of a newer version before anything is replaced', async () => {
    await signUp(server, 'Before');
    await server.terminate();
    run('backup', dataDir(), file());
    const handle = new BetterSqlite(file());
    handle.prepare("insert into migrations (name) values ('9999-later')").run();
    handle.close();
    expect(run('restore', dataDir(), file()).output).toContain('a newer version of Cairn');
    expect((await look(dataDir())).organizations).toEqual(['Before']);
  });

  it('rejects a restore under a running server, and changes nothing', async () => {
    await signUp(server, 'Before');
    run('backup', dataDir(), file());
    await signUp(server, 'After');
    const { status, output } = run('restore', dataDir(), file());
    expect(status).toBe(1);
    expect(output).toContain('Another process is using the data folder');
    await server.terminate();
    expect((await look(dataDir())).organizations).toEqual(['After', 'Before']);
  });

  it('rejects a file that is no backup, and never overwrites one', async () => {
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
