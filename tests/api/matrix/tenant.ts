import { directScope, groupScope } from '../../../model/entities/scopes.ts';
import { ENTITIES } from '../../../model/entities/registry.ts';
import type { App } from '../../../server/app.ts';
import { addRow, putPart, upload } from '../../server/support/files.ts';
import {
  foundTeam,
  freshId,
  hire,
  join,
  ok,
  pull,
  replaceUnseen,
  type Team,
} from '../../server/support/team.ts';
import { PASSWORD, type RestClient } from '../../support/rest-client.ts';
import type { TestApp } from '../../support/test-app.ts';
import { type CallShape, everyCall } from './calls.ts';
import { type Book, tableOf, valueOf } from './values.ts';

/** An organisation with a row of every kind; each text of it holds `<canary>-<name of the mutation>`. */
export interface Tenant {
  readonly team: Team;
  readonly canary: string;
  readonly book: Book;
  /** Ids of rows that no probe names, with their scopes. */
  readonly secrets: ReadonlyMap<string, string>;
  /**
   * Member of the project; not a member of the founder's groups, conversations and personal rows.
   */
  readonly colleague: RestClient;
  /** Of the organisation, but in no project. */
  readonly outsider: RestClient;
}

/**
 * Creates an organisation and fills it with every creating call. Throws with the names of the calls
 * that fail.
 */
export async function fillTenant(setup: TestApp, canary: string): Promise<Tenant> {
  const domain = `${canary.toLowerCase()}.test`;
  const team: Team = {
    setup,
    ...(await foundTeam(setup.app, `founder@${domain}`, `${canary}-organization`)),
  };
  const { founder } = team;
  const other = await hire(team, `other@${domain}`);
  const colleague = await hire(team, `colleague@${domain}`);
  const outsider = await hire(team, `outsider@${domain}`);
  for (const person of [other, colleague]) await join(team, person);
  const ids = new Map<string, string>([
    ['workspaces', team.workspace],
    ['projects', team.project],
    ['cards', team.card],
    ['flags', team.flag],
    ['team_members', `${team.project}.${other.orgUserId}`],
    ['org_users', String(other.orgUserId)],
    ...(await listed(founder)),
  ]);
  const book: Book = {
    orgId: String(founder.orgId),
    orgUserId: String(founder.orgUserId),
    userId: await userIdOf(founder),
    otherOrgUserId: String(other.orgUserId),
    otherUserId: await userIdOf(other),
    ids,
    remember: (key: string, id: string) => void ids.set(key, id),
  };
  await makeEverything(founder, { app: setup.app, book, canary, ids, serial: 0 });
  const secrets = await addSecrets(team, { book, canary });
  // Notifications for another person; the founder has muted the project.
  const mention = `${canary}-news @[${book.otherOrgUserId}]`;
  ok(await founder.post('comment/create/', { task: ids.get('tasks'), comment: mention }));
  const conversation = directScope(book.orgUserId, book.otherOrgUserId);
  await other.post('message/create/', { conversation, message: `${canary}-message-send` });
  await founder.post('message/seen/', { conversation, seen: 1, delivered: 1 });
  await other.post('message/create/', { conversation, message: `${canary}-message-send` });
  const flag = ids.get('flags') ?? '';
  ids.set('overwrites', await replaceUnseen({ ...team, flag }, { by: founder, of: other }));
  ids.set('sessions', await sessionOf(setup.app, book.userId));
  ids.set('epochs', String(ok(await pull(founder)).body.epoch));
  for (const person of [founder, colleague]) await reportSeen(person, book);
  // Nobody has one: the password alone would no longer sign them in.
  ids.set('passkeys', `${canary}-passkey`);
  ids.set('api_tokens', (await createToken(founder, `${canary}-token`)).id);
  const program = await createOrganizationToken(founder, `${canary}-program`);
  ids.set('organization_tokens', program.id);
  ids.set('calendar_addresses', await calendarOf(founder));
  ids.set('stop_addresses', await stopAddressOf(setup, founder));
  ids.set('archive_addresses', await usedAddress(founder, 'organization-archive/'));
  ids.set('own_data_addresses', await usedAddress(founder, 'api/own-data/'));
  ids.set('webhooks', await webhookOf(founder, canary));
  const own = await domainOf(founder);
  ids.set('sso_domains', own.domain);
  const [delivery] = await setup.app.services.database.db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('org_id', '=', book.orgId)
    .execute();
  ids.set('webhook_deliveries', String(delivery?.id));
  const [news] = await rowsIn(setup.app, 'notifications', book.orgId);
  if (news !== undefined) ids.set('notifications', String(news['id']));
  const all = new Map([...secrets, [own.record.toLowerCase(), 'admin']]);
  return { team, canary, book, secrets: all, colleague, outsider };
}

/** A device reports its cursor, and that its person has seen the task (RECEIPT-1, RECEIPT-4). */
async function reportSeen(person: RestClient, { ids }: Book): Promise<void> {
  const { epoch, head: cursor } = ok(await pull(person)).body;
  ok(await person.post('sync/received', { epoch, cursor, outlined: false }));
  const held = { items: 9, files: 1, megabytes: 4, unsent: 0, encrypted: false, persistent: true };
  ok(await person.post('sync/holdings', { epoch, cursor, ...held }));
  const seen = [{ task_id: ids.get('tasks'), v: cursor }];
  ok(await person.post('sync/seen', { epoch, cursor, seen }));
}

/**
 * Creates an organisation whose rows have the same ids as those of another one: ids are created on
 * devices, so anybody can choose them. A query by id alone mixes the two up.
 */
export async function fillTwin(
  setup: TestApp,
  { founder, canary }: { readonly founder: RestClient; readonly canary: string },
  { book: copied }: Tenant,
): Promise<Book> {
  const { body } = await founder.get('flag/list/');
  const userId = await userIdOf(founder);
  const orgUserId = String(founder.orgUserId);
  const ids = new Map([['flags', String(body.data[0].id)], ...(await listed(founder))]);
  const team = { setup, app: setup.app, founder, workspace: '', project: '', card: '', flag: '' };
  const other = await hire(team, `other@${canary.toLowerCase()}.test`);
  const book = {
    orgId: String(founder.orgId),
    orgUserId,
    userId,
    otherOrgUserId: String(other.orgUserId),
    otherUserId: await userIdOf(other),
    ids,
    remember: (key: string, id: string) => void ids.set(key, id),
  };
  await makeEverything(founder, { app: setup.app, book, canary, ids, serial: 0, copied });
  await addSecrets(team, { book, canary }, copied);
  return book;
}

/**
 * Snoozes the task and sends it back; creates a message in the group, a file with its bytes wherever files are allowed, and a project,
 * a workspace and a group whose ids no probe sends: returns the scopes of these by id, which must
 * not appear anywhere else.
 */
async function addSecrets(
  team: Team,
  { book, canary }: Pick<Tenant, 'book' | 'canary'>,
  copied?: Book,
): Promise<ReadonlyMap<string, string>> {
  const { founder } = team;
  const { ids } = book;
  const group = ids.get('groups') ?? '';
  ok(await founder.post('message/create/', { group, message: `${canary}-group-message` }));
  ok(await founder.patch(`task/snooze/${ids.get('tasks')}/`, { until: '2030-01-01T00:00:00Z' }));
  const step = copied?.ids.get('task_steps') ?? freshId();
  const back = { step, reason: `${canary}-reason` };
  ok(await founder.patch(`task/send-back/${ids.get('tasks')}/`, back));
  book.remember('task_steps', step);
  const scopes = [
    ['stored_files', `project:${ids.get('projects')}`],
    ['group_files', groupScope(group)],
    ['workspace_files', `workspace:${ids.get('workspaces')}`],
    ['direct_files', directScope(book.orgUserId, book.otherOrgUserId)],
  ] as const;
  for (const [key, scope] of scopes) {
    const id = copied?.ids.get(key) ?? freshId();
    const name = `${canary}-${key.replace('_', '-')}`;
    ok(await upload(team, founder, { id, scope, name, bytes: Buffer.from(`${name}.`) }));
    book.remember(key, id);
  }
  // This upload is complete; the twin's upload with the same id has one part.
  const half = { id: copied?.ids.get('half_files') ?? freshId(), scope: scopes[0][1] };
  const file = { ...half, name: `${canary}-half`, bytes: Buffer.from('hello') };
  if (copied === undefined) ok(await upload(team, founder, file));
  else ok(await addRow(founder, file));
  if (copied !== undefined) await putPart(team, founder, { id: half.id, n: 0, bytes: file.bytes });
  book.remember('half_files', half.id);
  const waiting = ids.get('files') ?? '';
  await putPart(team, founder, { id: waiting, n: 0, bytes: Buffer.from('hello') });
  const [numbered] = await rowsIn(team.app, 'groups', book.orgId);
  book.remember('group_numbers', String(numbered?.['number']));
  const silent = { workspace: freshId(), project: freshId(), group: freshId() };
  const { workspace, project } = silent;
  ok(await founder.post('workspace/create/', { id: workspace, name: 'Silent', desc: '' }));
  ok(await founder.post('project/create/', { id: project, name: 'Silent', workspace }));
  ok(await founder.post('groups/create/', { id: silent.group, name: 'Silent', members: [] }));
  return new Map([
    [workspace, `workspace:${workspace}`],
    [project, `project:${project}`],
    [silent.group, groupScope(silent.group)],
  ]);
}

export interface Making {
  /** Ids to use instead of fresh ones. */
  readonly copied?: Book;
  readonly app: App;
  readonly book: Book;
  readonly canary: string;
  readonly ids: Map<string, string>;
  /** Makes addresses of mail differ from one time to the next. */
  readonly serial: number;
}

/**
 * Sends each creating call until it is accepted: rows that it refers to may have to be created
 * first.
 */
export async function makeEverything(founder: RestClient, making: Making): Promise<void> {
  const shapes = (await everyCall(making.app)).filter(
    ({ method, mutation, params }) =>
      method === 'POST' &&
      mutation !== undefined &&
      params.length === 0 &&
      // It makes nothing, and the known notification belongs to another person.
      mutation !== 'notification-read',
  );
  let left: readonly CallShape[] = shapes;
  let refusals: readonly string[] = [];
  for (let pass = 0; pass < 6 && left.length > 0; pass += 1) {
    const again: CallShape[] = [];
    const messages: string[] = [];
    for (const shape of left) {
      const refusal = await make(founder, shape, making);
      if (refusal === undefined) continue;
      again.push(shape);
      messages.push(refusal);
    }
    left = again;
    refusals = messages;
  }
  if (left.length > 0) throw new Error(`Nobody could make these:\n${refusals.join('\n')}`);
}

/** The server's refusal; undefined when the call succeeded. */
async function make(
  founder: RestClient,
  shape: CallShape,
  { app, book, canary, ids, serial, copied }: Making,
): Promise<string | undefined> {
  const body = ownBody(shape, { book, word: `${canary}-${shape.mutation}`, serial });
  const twin = copied?.ids.get(tableOf(shape.path) ?? '');
  const isOfDevice = twin?.length === 36 && !ids.has(tableOf(shape.path) ?? '');
  const id = shape.body.includes('id') ? { id: isOfDevice ? twin : freshId() } : {};
  const reply = await founder.post(shape.path.replace('/rest/', ''), { ...body, ...id });
  if (reply.status >= 300) return `${shape.path} ${JSON.stringify(body)}: ${reply.text}`;
  for (const { table } of ENTITIES) {
    if (ids.has(table)) continue;
    const [row] = await rowsIn(app, table, book.orgId);
    if (row !== undefined) ids.set(table, String(row['id']));
  }
  return undefined;
}

/**
 * The fields of a call with values of one organisation. Files are left out, because none has been
 * uploaded.
 */
export function ownBody(
  shape: CallShape,
  source: Parameters<typeof valueOf>[2],
): Readonly<Record<string, unknown>> {
  const fields = shape.body
    .filter((name) => !FILE_FIELDS.has(name))
    .map((name) => [name, valueOf(name, shape, source)] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

export const FILE_FIELDS: ReadonlySet<string> = new Set([
  'document',
  'image',
  'background_image',
  'profile_image',
  'attachment',
  'restored_attachment',
  'reply_to',
]);

export async function rowsIn(
  app: App,
  table: string,
  orgId: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return app.services.database.snapshot((sql) =>
    sql.all(`select * from "${table}" where org_id = ? order by id`, [orgId]),
  );
}

async function listed(founder: RestClient): Promise<readonly (readonly [string, string])[]> {
  const found: [string, string][] = [];
  for (const [path, table] of [
    ['user-role/list/', 'roles'],
    ['role-category/list/', 'role_categories'],
    ['role-level/list/', 'role_levels'],
  ] as const) {
    const { body } = await founder.get(path);
    // The last one: an ordinary role that nobody has yet.
    found.push([table, String(body.data.at(-1).id)]);
  }
  return found;
}

async function sessionOf({ services }: App, userId: string): Promise<string> {
  const session = await services.database.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return session.id;
}

/** A token for a program that acts in the name of a person. */
export async function createToken(
  person: RestClient,
  name: string,
  access: 'read' | 'write' = 'read',
): Promise<{ readonly id: string; readonly token: string }> {
  const form = { name, access, days: 30, password: PASSWORD };
  return ok(await person.post('api/token/create/', form)).body.data;
}

/** A token of the organisation, for a program with this name. */
export async function createOrganizationToken(
  founder: RestClient,
  name: string,
  more: { readonly access?: 'write'; readonly projects?: readonly string[] } = {},
): Promise<{ readonly id: string; readonly token: string }> {
  const form = { name, access: 'read', days: 30, password: PASSWORD, ...more };
  return ok(await founder.post('api/organization-token/create/', form)).body.data;
}

/**
 * A domain for single sign-on: its name is no secret, since anybody can add it to their own organisation, but its record
 * is.
 */
async function domainOf(
  founder: RestClient,
): Promise<{ readonly domain: string; readonly record: string }> {
  const domain = `domain-of-${String(founder.orgId)}.example`;
  ok(await founder.post('api/sso/domain/add/', { domain }));
  const { domains } = ok(await founder.get('api/sso/settings/')).body.data;
  return { domain, record: domains[0].record.value };
}

/** A webhook with a delivery. */
async function webhookOf(founder: RestClient, canary: string): Promise<string> {
  const url = `https://hooks.example.org/${canary}-webhook`;
  const { body } = ok(await founder.post('api/webhook/create/', { url, kinds: ['label-create'] }));
  const project = (await founder.get('project/list/')).body.data[0].id;
  ok(await founder.post('task-label/create/', { project, name: `${canary}-label-create` }));
  return body.data.id;
}

/** The former secret of a calendar of the person: the present one is a right to read it, which no probe has. */
async function calendarOf(founder: RestClient): Promise<string> {
  const { body } = ok(await founder.post('api/calendar/create/', {}));
  ok(await founder.post('api/calendar/create/', {}));
  return String(body.data.address).split('/').at(-1) ?? '';
}

/** The used secret of an export: an unused one is a right to download it, which no probe has. */
async function usedAddress(founder: RestClient, path: string): Promise<string> {
  const { body } = ok(await founder.post(`${path}request/`, { password: PASSWORD }));
  const address = String(body.data.path);
  ok(await founder.get(address.replace('/rest/', '')));
  return address.split('/').at(-1) ?? '';
}

/** The former secret that stopped mails: the present one is a right to stop them, which no probe has. */
async function stopAddressOf({ app }: TestApp, founder: RestClient): Promise<string> {
  const choose = async (digest: string) => {
    const settings = { digest, reminders: false, time_zone: 'UTC' };
    ok(await founder.post('api/mail-digest/set/', settings));
  };
  await choose('daily');
  const row = await app.services.database.db
    .selectFrom('mail_digests')
    .select('stop_secret')
    .where('org_id', '=', String(founder.orgId))
    .executeTakeFirstOrThrow();
  await choose('off');
  await choose('daily');
  return row.stop_secret;
}

async function userIdOf(person: RestClient): Promise<string> {
  const { body } = await person.get('api/me/');
  return String(body.data.user?.id ?? body.data.id);
}
