import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { afterEach, expect, it } from 'vitest';
import { writeOwnData } from '../../../server/archive/own-data.ts';
import { enqueueComposed } from '../../../server/mail/queue.ts';
import { PassThrough } from 'node:stream';
import { textOf } from '../../../server/store/sql.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { PASSWORD, type RestClient, restClient } from '../../support/rest-client.ts';
import { upload } from '../support/files.ts';
import {
  addTask,
  foundTeam,
  freshId,
  hire,
  join,
  ok,
  startTeam,
  type Team,
} from '../support/team.ts';
import { archiveFolder } from './archives.ts';

type Files = ReadonlyMap<string, Buffer>;

forEachDatabase('the data about a person', (open) => {
  const done: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const step of done.splice(0).toReversed()) await step();
  });

  async function scene() {
    const team = await startTeam(open);
    done.push(() => team.setup.close());
    const ben = await hire(team, 'ben@field.test');
    await join(team, ben);
    await join(team, team.founder);
    return { team, ben };
  }

  it('has what names them and what they wrote, with the bytes of their files', async () => {
    const { team, ben } = await scene();
    const task = await addTask(team, ben, { name: 'Own task' });
    await addTask(team, team.founder, { name: 'Task of somebody else' });
    ok(await ben.post('comment/create/', { id: freshId(), task, comment: 'Own comment' }));
    ok(await ben.post('note-tag/create/', { id: freshId(), name: 'Own tag' }));
    const scope = `project:${team.project}`;
    const bytes = Buffer.from('own bytes');
    ok(await upload(team, ben, { id: freshId(), scope, name: '../plan.txt', bytes }));
    const files = await ownData(team, ben);
    const folder = `organization-${ben.orgId ?? ''}`;
    expect(rowsOf(files, 'account')).toMatchObject([{ email: 'ben@field.test' }]);
    expect(rowsOf(files, 'sessions')).toMatchObject([{ browser: 'lightMyRequest' }]);
    expect(rowsOf(files, 'security-log').length).toBeGreaterThan(1);
    expect(rowsOf(files, `${folder}/person`)).toMatchObject([{ organization: 'Field Work' }]);
    expect(rowsOf(files, `${folder}/tasks`)).toMatchObject([{ name: 'Own task' }]);
    expect(rowsOf(files, `${folder}/comments`)).toMatchObject([{ comment: 'Own comment' }]);
    expect(rowsOf(files, `${folder}/note_tags`)).toMatchObject([{ name: 'Own tag' }]);
    expect(rowsOf(files, `${folder}/activity`).length).toBeGreaterThan(3);
    const [name = ''] = [...files.keys()].filter((one) => one.startsWith('files/'));
    expect(name).toMatch(/^files\/[0-9a-f-]{36}-[._]*plan\.txt$/);
    expect(files.get(name)?.toString()).toBe('own bytes');
    const all = [...files.values()].map(String).join('\n');
    expect(all).not.toContain('Task of somebody else');
    const secrets = await team.app.services.database.snapshot((sql) =>
      sql.all('select password_hash as secret from users union select cookie_digest from sessions'),
    );
    expect(secrets.filter((row) => all.includes(textOf(row, 'secret')))).toEqual([]);
  });

  it('has the bytes of their own file, where another organisation has one of the same id', async () => {
    const { team } = await scene();
    const there = { setup: team.setup, ...(await foundTeam(team.app, 'eve@other.test', 'Other')) };
    const id = freshId();
    for (const one of [team, there]) {
      const file = { id, scope: `project:${one.project}`, name: 'plan.txt' };
      const bytes = Buffer.from(`bytes of ${one.founder.orgId ?? ''}`);
      ok(await upload(one, one.founder, { ...file, bytes }));
    }
    for (const one of [team, there]) {
      const files = await ownData(one, one.founder);
      const [name = ''] = [...files.keys()].filter((path) => path.startsWith('files/'));
      expect(files.get(name)?.toString()).toBe(`bytes of ${one.founder.orgId ?? ''}`);
    }
  });

  it('has no row that they may not read any more, and says how many there are', async () => {
    const { team, ben } = await scene();
    await addTask(team, ben, { name: 'Own task' });
    ok(await team.founder.delete(`team-member/update-destroy/${team.project}.${ben.orgUserId}/`));
    const files = await ownData(team, ben);
    const folder = `organization-${ben.orgId ?? ''}`;
    expect([...files.keys()]).not.toContain(`${folder}/tasks.ndjson`);
    expect(rowsOf(files, `${folder}/not-included`)).toEqual(
      expect.arrayContaining([{ table: 'tasks', rows: 1 }]),
    );
  });

  it('has no mail and no sign-in of somebody who had their address before', async () => {
    const { team, ben } = await scene();
    const { clock } = team.setup;
    const { writer } = team.app.services;
    const visitor = restClient(team.app, '203.0.113.9');
    const failedSignIn = () =>
      visitor.post('api/user-login/', { email: 'ben@new.test', password: 'wrong one here' });
    const mail = (subject: string) =>
      writer.separate(async (tx) =>
        enqueueComposed(
          await tx.db(),
          { to: 'ben@new.test', subject, text: '', link: null },
          { id: freshId(), at: clock.time },
        ),
      );
    const seen = async () => {
      const files = await ownData(team, ben);
      return {
        mails: rowsOf(files, 'mails'),
        failed: rowsOf(files, 'security-log').filter((line) =>
          JSON.stringify(line).includes('sign_in_failed'),
        ),
      };
    };
    await foundTeam(team.app, 'ben@new.test', 'Elsewhere');
    await failedSignIn();
    await mail('For the former person');
    await writer.separate(async (tx) => {
      const sql = await tx.sql();
      await sql.run("update users set email = 'gone@new.test' where email = 'ben@new.test'");
    });
    clock.time += 1_000;
    await failedSignIn();
    clock.time += 1_000;
    const change = { email: 'ben@new.test', password: PASSWORD };
    ok(await ben.post('api/email-address/change/', change));
    const link = (await team.setup.mailTo('ben@new.test'))?.link ?? '';
    await mail('For the former person');
    clock.time += 1_000;
    ok(await ben.post('api/email-address/confirm/', { token: link.split('token=').at(-1) }));
    expect(await seen()).toEqual({ mails: [], failed: [] });
    clock.time += 1_000;
    await failedSignIn();
    await mail('For Ben');
    expect(await seen()).toMatchObject({ mails: [{ subject: 'For Ben' }], failed: [{}] });
    await writer.separate(async (tx) => {
      await (
        await tx.sql()
      ).run("update users set mailbox_proved = 0 where email = 'ben@new.test'");
    });
    expect(await seen()).toMatchObject({ mails: [], failed: [{}] });
  });

  it('is downloaded once with the password, and logged', async () => {
    const { team, ben } = await scene();
    const request = 'api/own-data/request/';
    expect((await ben.post(request, { password: 'wrong one here' })).status).toBe(400);
    const { path } = ok(await ben.post(request, { password: PASSWORD })).body.data;
    const address = String(path).replace('/rest/', '');
    expect(ok(await ben.get(address)).headers).toMatchObject({ 'cache-control': 'no-store' });
    expect((await ben.get(address)).status).toBe(404);
    // The address of one kind of export opens no other.
    const other = ok(await ben.post(request, { password: PASSWORD })).body.data.path;
    const swapped = String(other).replace('/rest/own-data/', 'organization-archive/');
    expect((await ben.get(swapped)).status).toBe(404);
    const log = ok(await team.founder.get('security-log/list/', { query: { group: 'exports' } }));
    expect(log.body.data).toMatchObject([{ kind: 'own_data_exported' }]);
  });
});

async function ownData({ app }: Team, person: RestClient): Promise<Files> {
  const { database, fileStorage: storage, clock } = app.services;
  const [row] = await database.snapshot((sql) =>
    sql.all('select "user" as account from org_users where id = ?', [person.orgUserId ?? '']),
  );
  const userId = row === undefined ? '' : textOf(row, 'account');
  const { folder, remove } = archiveFolder();
  const output = new PassThrough();
  const chunks: Buffer[] = [];
  output.on('data', (chunk: Buffer) => chunks.push(chunk));
  const { snapshot } = database;
  await writeOwnData({ userId, snapshot, storage, folder, now: clock.now() }, output);
  remove();
  const tar = extract();
  tar.end(gunzipSync(Buffer.concat(chunks)));
  const files = new Map<string, Buffer>();
  for await (const entry of tar) {
    const parts: Buffer[] = [];
    for await (const chunk of entry) if (Buffer.isBuffer(chunk)) parts.push(chunk);
    files.set(entry.header.name, Buffer.concat(parts));
  }
  return files;
}

function rowsOf(files: Files, table: string): readonly unknown[] {
  const text = files.get(`${table}.ndjson`)?.toString() ?? '';
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
}
