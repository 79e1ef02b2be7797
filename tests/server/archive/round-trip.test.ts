import { afterEach, expect, it } from 'vitest';
import { ENTITIES } from '../../../model/entities/registry.ts';
import { directScope } from '../../../model/entities/scopes.ts';
import { fillDemo } from '../../../server/demo/fill.ts';
import { DEMO_PASSWORD } from '../../../server/demo/people.ts';
import type { Database } from '../../../server/store/database.ts';
import { openDatabase } from '../../../server/store/open.ts';
import { refreshScopeDigests } from '../../../server/store/scope-digests.ts';
import { textOf } from '../../../server/store/sql.ts';
import { eraseDeletedTasks } from '../../../server/writer/erase-tasks.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { foundAndSignIn, PASSWORD, restClient, signIn } from '../../support/rest-client.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { deviceOf, freshId, ok } from '../support/team.ts';
import {
  archiveFolder,
  devicesOf,
  exportFrom,
  importInto,
  namesOf,
  rowsOfTable,
  startNumbersAt,
} from './archives.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Tables of the organisation that are alike on both servers after an import. */
const COMPARED = [
  ...ENTITIES.map(({ table }) => table),
  'streams',
  'activity',
  'task_seen',
  'mail_digests',
  'person_erasures',
  'file_contents',
  'file_usage',
];

interface Scene {
  readonly a: TestApp;
  readonly b: TestApp;
  /** The organisation on the first server, and on the second. */
  readonly from: string;
  readonly to: string;
}

forEachDatabase('the archive of an organisation', (open) => {
  const done: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const step of done.splice(0).toReversed()) await step();
  });

  async function start(database: Database, numbers: number): Promise<TestApp> {
    const setup = await startTestApp(database);
    done.push(() => setup.close());
    await startNumbersAt(setup.app, numbers);
    return setup;
  }

  /** A demo on one server; the other has an organisation and an account of one of the people already. */
  async function roundTrip(database: Database): Promise<Scene> {
    const a = await start(database, 11_000_000);
    await foundAndSignIn(a.app, 'first@field.test', 'The first one');
    const { services } = a.app;
    const demo = { organization: 'Trails', domain: 'demo.example' };
    await fillDemo({ services, clock: a.clock, mails: a.mails, ...demo });
    const from = await organizationOf(a, 'Trails');
    await addFurtherRows(a);
    const b = await start(await open(), 51_000_000);
    await foundAndSignIn(b.app, 'other@field.test', 'Another one');
    await foundAndSignIn(b.app, 'mairi@demo.example', 'Of her own');
    const others = await rowsOf(b, ['Another one', 'Of her own']);
    const archives = archiveFolder();
    done.push(archives.remove);
    const file = { path: archives.path('trails.tar.gz'), folder: archives.folder };
    await exportFrom(a.app, from, file);
    const { orgId: to } = await importInto(b.app, file.path);
    expect(await rowsOf(b, ['Another one', 'Of her own'])).toEqual(others);
    return { a, b, from, to };
  }

  it('brings back all rows as a device of each person downloads them, and all bytes', async () => {
    const scene = await roundTrip(await open());
    await expectSameTables(scene);
    await expectSameDevices(scene);
    await expectSameBytes(scene);
    await expectDigests(scene);
    await expectSignIn(scene);
  }, 240_000);

  it('brings an organisation from an embedded database to this one', async () => {
    const memory = await openDatabase({ memory: true });
    done.push(() => memory.close());
    const scene = await roundTrip(memory);
    await expectSameTables(scene);
    await expectSameDevices(scene);
    await expectSameBytes(scene);
  }, 240_000);
});

/** What the demo does not have: each kind of value that names a person, in its row and in the activity log. */
async function addFurtherRows(setup: TestApp): Promise<void> {
  const { app } = setup;
  const [one, two] = [restClient(app), restClient(app, '203.0.113.8')];
  ok(await signIn(one, 'ailsa@demo.example', DEMO_PASSWORD));
  ok(await signIn(two, 'mairi@demo.example', DEMO_PASSWORD));
  const project = freshId();
  const [workspace] = ok(await one.get('workspace/list/')).body.data;
  ok(await one.post('project/create/', { id: project, name: 'Moved', workspace: workspace.id }));
  for (const organization_user of [one, two].map(({ orgUserId }) => Number(orgUserId))) {
    ok(await one.post('team-member/create/', { project, organization_user }));
  }
  const [card, next] = [freshId(), freshId()];
  ok(await one.post('project-card/create/', { id: card, project, name: 'To do' }));
  ok(await one.post('project-card/create/', { id: next, project, name: 'Doing' }));
  const [flag] = ok(await one.get('flag/list/')).body.data;
  const member = (person: typeof one) => `${project}.${person.orgUserId ?? ''}`;
  const task = { name: 'Dig', description: '', project_card: card, flag: flag.id };
  const [kept, erased] = [freshId(), freshId()];
  for (const id of [kept, erased]) {
    ok(await one.post('task/create/', { ...task, id, assigned_to: member(two) }));
  }
  const { body: before } = await one.get('sync/pull', {
    query: { stream: `org:${one.orgId ?? ''}`, since: '0', limit: '1' },
  });
  ok(await two.patch(`task/update-destroy/${kept}/`, { project_card: next }));
  // Replaced unseen, by a device that has not received the card.
  const device = await deviceOf(one);
  const moved = { project_card: card, rank: 'V' };
  const path = `task/update-destroy/${kept}/`;
  const calls = [{ seq: 1, method: 'PATCH', path, body: moved, seen: before.head }] as const;
  ok(await device.push(calls));
  ok(await one.patch(`task/update-destroy/${kept}/`, { assigned_to: member(one) }));
  const comment = freshId();
  const mention = `Ask @[${two.orgUserId ?? ''}]`;
  ok(await one.post('comment/create/', { id: comment, task: kept, comment: mention }));
  ok(await one.patch(`comment/update-destroy/${comment}/`, { comment: `${mention} again` }));
  const message = freshId();
  const conversation = directScope(one.orgUserId ?? '', two.orgUserId ?? '');
  ok(await one.post('message/create/', { id: message, conversation, message: mention }));
  ok(await two.patch(`message/update-destroy/${message}/`, { emoji: '👍', on: true }));
  ok(await two.post('conversation/mute/', { conversation, muted: true }));
  const search = JSON.stringify({ assignee: [two.orgUserId], q: 'dig' });
  ok(await one.post('saved-view/create/', { id: freshId(), name: 'Hers', search, hidden: [] }));
  ok(await one.post('team/create/', { id: freshId(), name: 'Two', members: [two.orgUserId] }));
  ok(await two.post('task/mute/', { task: kept, muted: true }));
  ok(await two.post('project/mute/', { project, muted: true }));
  ok(await two.patch(`task/snooze/${kept}/`, { until: '2030-01-01T00:00:00Z' }));
  ok(await two.post('reminder/read/', { ids: [kept], upto: '2026-01-01T00:00:00Z' }));
  const template = { id: freshId(), project, name: 'Inspect', description: '', subtasks: ['Look'] };
  ok(await one.post('task-template/create/', { ...template, flag: flag.id, label: null }));
  const digest = { digest: 'daily', reminders: true, time_zone: 'Europe/London' };
  ok(await two.post('api/mail-digest/set/', digest));
  ok(await two.post('api/erasure/ask/'));
  const { epoch, head } = ok(
    await two.get('sync/pull', { query: { stream: `org:${two.orgId ?? ''}`, since: '0' } }),
  ).body;
  ok(await two.post('sync/seen', { epoch, cursor: head, seen: [{ task_id: kept, v: head }] }));
  ok(await one.patch(`task/delete/${erased}/`, { deleted: true }));
  setup.clock.time += 31 * DAY_MS;
  const { database, writer } = app.services;
  expect(await eraseDeletedTasks({ database, writer, now: setup.clock.time })).toBe(1);
}

async function organizationOf({ app }: TestApp, name: string): Promise<string> {
  const [row] = await app.services.database.snapshot((sql) =>
    sql.all('select org_id from organizations where name = ?', [name]),
  );
  if (row === undefined) throw new Error(`There is no organisation ${name}`);
  return textOf(row, 'org_id');
}

async function rowsOf(setup: TestApp, organizations: readonly string[]): Promise<unknown> {
  const all = [];
  for (const name of organizations) {
    const orgId = await organizationOf(setup, name);
    for (const table of COMPARED) all.push(await rowsOfTable(setup.app, { table, orgId }));
  }
  return all;
}

async function expectSameTables({ a, b, from, to }: Scene): Promise<void> {
  const names = { a: await namesOf(a.app, from), b: await namesOf(b.app, to) };
  for (const table of COMPARED) {
    const [before, after] = [
      await rowsOfTable(a.app, { table, orgId: from }),
      await rowsOfTable(b.app, { table, orgId: to }),
    ];
    // Every table has rows, so that none is compared without a value.
    expect([table, before.length]).not.toEqual([table, 0]);
    const [here, there] = [after.map(names.b), before.map(names.a)];
    expect([table, ...here.toSorted()]).toEqual([table, ...there.toSorted()]);
  }
  const log = async ({ app }: TestApp, orgId: string) =>
    (await rowsOfTable(app, { table: 'security_log', orgId })).filter(
      (row) => !row.includes('organization_imported'),
    );
  const before = (await log(a, from)).map(names.a).toSorted();
  expect((await log(b, to)).map(names.b).toSorted()).toEqual(before);
  const erased = async ({ app }: TestApp, orgId: string) =>
    (await rowsOfTable(app, { table: 'changes', orgId })).filter((row) => row.includes('"del"'));
  const gone = (await erased(a, from)).map(names.a).toSorted();
  expect(gone.length).toBeGreaterThan(0);
  expect((await erased(b, to)).map(names.b).toSorted()).toEqual(gone);
}

async function expectSameDevices({ a, b, from, to }: Scene): Promise<void> {
  const names = { a: await namesOf(a.app, from), b: await namesOf(b.app, to) };
  const [before, after] = [await devicesOf(a.app, from), await devicesOf(b.app, to)];
  expect(before.size).toBe(12);
  expect([...after.keys()].toSorted()).toEqual([...before.keys()].toSorted());
  for (const [email, lines] of before) {
    expect(lines.length).toBeGreaterThan(20);
    // The order of the scopes is that of their last change, which an erasure may have been.
    const here = (after.get(email) ?? []).map(names.b).toSorted();
    expect([email, ...here]).toEqual([email, ...lines.map(names.a).toSorted()]);
  }
}

async function expectSameBytes({ a, b, from, to }: Scene): Promise<void> {
  const [before, after] = [await bytesOf(a, from), await bytesOf(b, to)];
  expect(before.size).toBeGreaterThan(5);
  expect(after).toEqual(before);
}

/** Bytes of each file in the storage, by id and variant. */
async function bytesOf({ app }: TestApp, orgId: string): Promise<ReadonlyMap<string, string>> {
  const { database, fileStorage } = app.services;
  const rows = await database.snapshot((sql) =>
    sql.all(
      'select file, variant, name from file_contents where org_id = ? order by file, variant',
      [orgId],
    ),
  );
  const bytes = new Map<string, string>();
  for (const row of rows) {
    const chunks: Buffer[] = [];
    const stream = await fileStorage?.read(textOf(row, 'name'));
    for await (const chunk of stream ?? []) chunks.push(chunk);
    bytes.set(
      `${textOf(row, 'file')} ${textOf(row, 'variant')}`,
      Buffer.concat(chunks).toString('hex'),
    );
  }
  return bytes;
}

/** The digests that the import wrote are those that a count of all rows gives. */
async function expectDigests({ b, to }: Scene): Promise<void> {
  const read = () => rowsOfTable(b.app, { table: 'scope_digests', orgId: to });
  const written = (await read()).toSorted();
  await b.app.services.writer.session([], async ({ sql }) => {
    await sql.run('delete from scope_digests');
    await sql.run("delete from counters where name like 'scope_digests %'");
    await refreshScopeDigests(sql);
  });
  expect(written.length).toBeGreaterThan(10);
  expect((await read()).toSorted()).toEqual(written);
}

/** A person chooses a password by mail and works; one with an account uses their own password. */
async function expectSignIn({ a, b, to }: Scene): Promise<void> {
  b.clock.time = a.clock.time;
  const person = restClient(b.app, '198.51.100.7');
  const email = 'ailsa@demo.example';
  expect((await signIn(person, email, DEMO_PASSWORD)).status).toBe(400);
  ok(await person.post('api/password-reset/request/', { email }));
  const [id, token] = (await b.mailTo(email))?.link?.split('/').slice(-2) ?? [];
  ok(await person.post('api/password-reset/confirm/', { id, token, password: PASSWORD }));
  ok(await signIn(person, email));
  expect(person.orgId).toBe(to);
  const created = { id: freshId(), name: 'After the move', desc: '' };
  ok(await person.post('workspace/create/', created));
  const other = restClient(b.app, '198.51.100.8');
  const signed = ok(await signIn(other, 'mairi@demo.example'));
  const ids = signed.body.data.organizations.map((one: { readonly organization_id: number }) =>
    String(one.organization_id),
  );
  expect(ids).toContain(to);
}
