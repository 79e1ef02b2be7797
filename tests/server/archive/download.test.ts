import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, expect, inject, it } from 'vitest';
import { checkArchive } from '../../../server/archive/read-archive.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { PASSWORD, restClient } from '../../support/rest-client.ts';
import { startServer } from '../../support/start-server.ts';
import { runSql } from '../../support/pg-cluster.ts';
import { hire, ok, startTeam } from '../support/team.ts';

const REQUEST = 'organization-archive/request/';

forEachDatabase('the download of an archive', (open) => {
  const done: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const step of done.splice(0)) await step();
  });

  async function team() {
    const started = await startTeam(open);
    done.push(() => started.setup.close());
    return started;
  }

  it('needs level 1 and the password, works once, and is logged with its network address', async () => {
    const { app, founder, setup } = await team();
    const wrong = await founder.post(REQUEST, { password: 'another password' });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'bad_credentials' } });
    const { path } = ok(await founder.post(REQUEST, { password: PASSWORD })).body.data;
    const address = String(path).replace('/rest/', '');
    const stranger = restClient(app, '198.51.100.9');
    const reply = ok(await stranger.get(address));
    expect(reply.headers).toMatchObject({
      'content-type': 'application/gzip',
      'cache-control': 'no-store',
    });
    expect((await stranger.get(address)).status).toBe(404);
    const log = ok(await founder.get('security-log/list/', { query: { group: 'exports' } }));
    expect(log.body.data).toMatchObject([
      { kind: 'organization_exported', address: '198.51.100.9', by: expect.anything() },
    ]);
    const late = ok(await founder.post(REQUEST, { password: PASSWORD })).body.data.path;
    setup.clock.time += 6 * 60_000;
    expect((await stranger.get(String(late).replace('/rest/', ''))).status).toBe(404);
  });

  it('is refused to other levels, and to a person who lost the right meanwhile', async () => {
    const started = await team();
    const { founder } = started;
    const manager = await hire(started, 'mia@field.test', 'Manager');
    expect((await manager.post(REQUEST, { password: PASSWORD })).status).toBe(403);
    const admin = await hire(started, 'ann@field.test', 'Administrator');
    const { path } = ok(await admin.post(REQUEST, { password: PASSWORD })).body.data;
    const off = `organization-user/update/${String(admin.orgUserId)}/`;
    ok(await founder.patch(off, { active: false }));
    expect((await founder.get(String(path).replace('/rest/', ''))).status).toBe(404);
  });
});

/** The two commands and the server, as an operator runs them. */
async function moved(
  from: { readonly databaseUrl?: string },
  to: { readonly databaseUrl?: string },
) {
  const root = mkdtempSync(join(tmpdir(), 'cairn-moved-'));
  const [old, next] = [join(root, 'old'), join(root, 'next')];
  const run = (script: string, dataDir: string, url: string | undefined, args: string[]) =>
    spawnSync(process.execPath, [`server/archive/${script}.ts`, ...args], {
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        ...(url === undefined ? {} : { DATABASE_URL: url }),
      },
      encoding: 'utf8',
    });
  const server = await startServer({ dataDir: old, ...from });
  try {
    const call = (path: string, body: object, token?: string, org?: string) =>
      fetch(
        `${server.url}/rest/${path}${org === undefined ? '' : `?organization_accesskey_id=${org}`}`,
        {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            origin: server.url,
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          },
          body: JSON.stringify(body),
        },
      );
    const form = { display_name: 'Ada', email: 'ada@field.test', phone_number: '+44 20 7946 0000' };
    await call('api/user-organization-create/', {
      ...form,
      organization: { name: 'Field Work' },
      password: PASSWORD,
    });
    const signed = await (
      await call('api/user-login/', { email: 'ada@field.test', password: PASSWORD })
    ).json();
    const { access_token: token, organizations } = signed.data;
    const org = String(organizations[0].organization_id);
    const asked = await (await call(REQUEST, { password: PASSWORD }, token, org)).json();
    const download = await fetch(`${server.url}${asked.data.path}`);
    expect(download.status).toBe(200);
    const file = join(root, 'downloaded.tar.gz');
    writeFileSync(file, Buffer.from(await download.arrayBuffer()));
    const own = await (await call('api/own-data/request/', { password: PASSWORD }, token)).json();
    const mine = await fetch(`${server.url}${own.data.path}`);
    const text = gunzipSync(Buffer.from(await mine.arrayBuffer())).toString();
    expect(text).toContain('Data about ada@field.test');
    expect(text).toContain('"display_name":"Ada"');
    const exported = run('export', old, from.databaseUrl, ['Field Work', join(root, 'a.tar.gz')]);
    expect(exported.stderr).toBe('');
    // Nothing of an export stays behind.
    expect(readdirSync(old).filter((name) => name.startsWith('export-'))).toEqual([]);
    const [one, two] = [await checkArchive(file), await checkArchive(join(root, 'a.tar.gz'))];
    expect(one.people).toEqual(two.people);
    const imported = run('import', next, to.databaseUrl, [file]);
    expect(imported).toMatchObject({ status: 0, stderr: '' });
    expect(imported.stdout).toContain('Field Work: 1 people');
    const again = run('import', next, to.databaseUrl, [join(root, 'a.tar.gz')]);
    expect(again).toMatchObject({ status: 1, stderr: expect.stringContaining('already') });
    const none = run('export', next, to.databaseUrl, ['Nobody', join(root, 'b.tar.gz')]);
    expect(none).toMatchObject({ status: 1, stderr: 'There is no organisation "Nobody".\n' });
    expect(existsSync(join(root, 'b.tar.gz'))).toBe(false);
  } finally {
    await server.stop();
    rmSync(root, { recursive: true, force: true });
  }
}

it('a running server exports, and the commands export and import', async () => {
  await moved({}, {});
}, 120_000);

const shared = inject('sharedPostgres');
it.skipIf(shared === undefined)(
  'the same from PostgreSQL to an embedded database',
  async () => {
    if (shared === undefined) return;
    const name = `moved_${String(Date.now())}`;
    await runSql(
      shared.url,
      `create database "${name}" template "${shared.template}" strategy file_copy`,
    );
    const url = new URL(shared.url);
    url.pathname = `/${name}`;
    try {
      await moved({ databaseUrl: url.href }, {});
    } finally {
      await runSql(shared.url, `drop database "${name}" with (force)`);
    }
  },
  120_000,
);
