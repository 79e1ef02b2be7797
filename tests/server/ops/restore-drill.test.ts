import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, inject, it } from 'vitest';
import { folderStorage } from '../../../server/files/folder-storage.ts';
import { listBackups } from '../../../server/ops/backups/backup-folder.ts';
import { claimInstallation, readInstallation } from '../../../server/store/installation.ts';
import { openDatabase } from '../../../server/store/open.ts';
import { runSql } from '../../support/pg-cluster.ts';
import { startServer } from '../../support/start-server.ts';
import { addFileRow, backupFolders, FILE_NAME } from '../support/backup-folders.ts';

const { root, folder, dataDir } = backupFolders();

describe('the restore drill', () => {
  it('restores a backup that the server made by itself into a new folder, where people sign in [sqlite]', async () => {
    const server = await startServer({
      dataDir: dataDir(),
      env: { BACKUP_DIR: folder(), METRICS_TOKEN: 'a-token-of-the-operator' },
    });
    await signUp(server.url);
    // The one of the start may be from before the sign-up.
    await expect.poll(() => listBackups(folder()).length).toBe(1);
    await server.terminate();
    rmSync(folder(), { recursive: true });
    await server.start();
    await expect.poll(() => listBackups(folder())[0]?.rows['organizations']).toBe(1);
    const report = await fetch(`${server.url}/healthz/deep`, {
      headers: { authorization: 'Bearer a-token-of-the-operator' },
    });
    expect(await report.json()).toMatchObject({
      backup: { state: 'ok', kept: 1, newest: { rows: { organizations: 1 } } },
    });
    await server.terminate();
    const [{ file } = { file: '' }] = listBackups(folder());
    const elsewhere = join(root(), 'elsewhere');
    expect(run(['restore.ts', join(folder(), file)], { DATA_DIR: elsewhere })).toBe(0);
    await expect(startServer({ dataDir: elsewhere })).rejects.toThrow(
      /does not have.*secrets\.key/s,
    );
    // The key is not in the backup.
    cpSync(join(dataDir(), 'secrets.key'), join(elsewhere, 'secrets.key'));
    const restored = await startServer({ dataDir: elsewhere });
    expect(await signIn(restored.url)).toBe(200);
    await restored.stop();
    await server.stop();
  });

  const shared = inject('sharedPostgres');
  it.skipIf(shared === undefined)(
    'restores a dump that the server made by itself into a new database, where people sign in [postgres]',
    async () => {
      const base = shared?.url ?? '';
      const suffix = String(process.pid);
      const [from, to] = [`drill_from_${suffix}`, `drill_to_${suffix}`];
      await runSql(base, `create database ${from}`);
      await runSql(base, `create database ${to}`);
      const urlOf = (name: string) => Object.assign(new URL(base), { pathname: `/${name}` }).href;
      const server = await startServer({ dataDir: dataDir(), databaseUrl: urlOf(from) });
      await signUp(server.url);
      const stored = await openDatabase({ url: urlOf(from) });
      await addFileRow(stored);
      await stored.writer.begin();
      const installation = await claimInstallation(stored.writer);
      await stored.writer.commit();
      await stored.close();
      const storage = folderStorage(join(dataDir(), 'files'));
      await storage.write(FILE_NAME, Readable.from([Buffer.from('rope')]));
      await server.terminate();
      await server.stop();
      const backedUp = await startServer({
        dataDir: dataDir(),
        databaseUrl: urlOf(from),
        env: { BACKUP_DIR: folder() },
      });
      await expect.poll(() => listBackups(folder()).length).toBe(1);
      await backedUp.stop();
      const [record] = listBackups(folder());
      expect(record).toMatchObject({
        kind: 'postgres',
        rows: { organizations: 1, users: 1, file_contents: 1 },
        files: { count: 1, missing: 0 },
      });
      const dump = join(folder(), record?.file ?? '');

      // The commands of docs/OPERATING.md.
      const elsewhere = join(root(), 'elsewhere');
      const { status, stderr } = spawnSync(
        'pg_restore',
        ['--no-owner', '--exit-on-error', '--dbname', urlOf(to), dump],
        { encoding: 'utf8' },
      );
      expect([status, stderr]).toEqual([0, '']);
      cpSync(join(dataDir(), 'secrets.key'), join(elsewhere, 'secrets.key'));
      const restore = () => run(['restore.ts'], { DATA_DIR: elsewhere, DATABASE_URL: urlOf(to) });
      // The files were forgotten.
      expect(restore()).toBe(1);
      cpSync(`${dump}.files`, join(elsewhere, 'files'), { recursive: true });
      expect(restore()).toBe(0);
      const copy = await openDatabase({ url: urlOf(to) });
      // The bucket of this installation is not that of the copy.
      expect([installation, await copy.snapshot(readInstallation)]).toEqual([
        expect.any(Number),
        undefined,
      ]);
      await copy.close();
      const restored = await startServer({ dataDir: elsewhere, databaseUrl: urlOf(to) });
      expect(await signIn(restored.url)).toBe(200);
      expect(existsSync(join(elsewhere, 'files', FILE_NAME.slice(0, 2), FILE_NAME))).toBe(true);
      await restored.stop();
      for (const name of [from, to]) await runSql(base, `drop database ${name} with (force)`);
    },
  );

  it('says that the programs of PostgreSQL are missing where they are', () => {
    const { stderr } = spawnSync(process.execPath, ['server/ops/backups/process.ts'], {
      encoding: 'utf8',
      env: {
        ...process.env,
        PATH: '/nowhere',
        BACKUP_DIR: folder(),
        DATABASE_URL: shared?.url ?? 'postgres://127.0.0.1:1/none',
      },
    });
    expect(stderr).toMatch(shared === undefined ? /ECONNREFUSED/ : /pg_dump is not installed/);
  });
});

function run([script = '', ...parameters]: readonly string[], env: Record<string, string>) {
  const { status } = spawnSync(process.execPath, [`server/ops/${script}`, ...parameters], {
    env: { ...process.env, DATABASE_URL: '', ...env },
  });
  return status;
}

async function post(url: string, body: unknown): Promise<number> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer.status;
}

async function signUp(url: string): Promise<void> {
  const status = await post(`${url}/rest/api/user-organization-create/`, {
    display_name: 'Ada Field',
    email: 'ada@field.test',
    phone_number: '+44 20 7946 0000',
    organization: { name: 'Field Work' },
    password: 'correct horse battery',
  });
  expect(status).toBe(200);
}

function signIn(url: string): Promise<number> {
  return post(`${url}/rest/api/user-login/`, {
    email: 'ada@field.test',
    password: 'correct horse battery',
  });
}
