import { randomFillSync } from 'node:crypto';
import { newId } from '../../../model/shared/ids.ts';
import type { App } from '../../../server/app.ts';
import type { AppOptions } from '../../../server/http/services.ts';
import {
  foundAndSignIn,
  PASSWORD,
  type Reply,
  type RestClient,
  restClient,
  signIn,
} from '../../support/rest-client.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import type { OpenEmpty } from '../../support/for-each-database.ts';

/** A new id as a device chooses it. */
export function freshId(): string {
  return newId({ now: () => Date.now(), randomBytes: (target) => randomFillSync(target) });
}

/** An organisation with its founder (Level 1), a board of one card, and the flag that tasks need. */
export interface Team {
  readonly setup: TestApp;
  readonly app: App;
  readonly founder: RestClient;
  readonly workspace: string;
  readonly project: string;
  readonly card: string;
  readonly flag: string;
}

export async function startTeam(open: OpenEmpty, limits?: AppOptions['limits']): Promise<Team> {
  const setup = await startTestApp(await open(), { limits });
  return { setup, ...(await foundTeam(setup.app, 'ada@field.test', 'Field Work')) };
}

export async function foundTeam(
  app: App,
  email: string,
  organization: string,
): Promise<Omit<Team, 'setup'>> {
  const founder = await foundAndSignIn(app, email, organization);
  const workspace = freshId();
  const project = freshId();
  const card = freshId();
  ok(await founder.post('workspace/create/', { id: workspace, name: 'North', desc: '' }));
  ok(await founder.post('project/create/', { id: project, name: 'Wells', workspace }));
  ok(await founder.post('project-card/create/', { id: card, project, name: 'To do' }));
  const flags = await founder.get('flag/list/');
  return { app, founder, workspace, project, card, flag: String(flags.body.data[0].id) };
}

/** Adds a person with a role to the organisation and signs them in. */
export async function hire(team: Team, email: string, role = 'Member'): Promise<RestClient> {
  const roles = await team.founder.get('user-role/list/');
  const found = roles.body.data.find((one: { name: string }) => one.name === role);
  ok(
    await team.founder.post('api/org-user/create/', {
      user: { display_name: email.split('@')[0], phone_number: '+44 20 7946 0001', email },
      user_role: found.id,
      role_category: found.role_category.id,
    }),
  );
  const mail = await team.setup.mailTo(email);
  const token = mail?.link?.split('/').at(-1);
  const client = restClient(team.app);
  ok(await client.post('api/organization-invite/accept/', { token, password: PASSWORD }));
  ok(await signIn(client, email));
  return client;
}

export async function join(team: Team, person: RestClient, project = team.project): Promise<void> {
  const organization_user = Number(person.orgUserId);
  ok(await team.founder.post('team-member/create/', { project, organization_user }));
}

export interface TaskInput {
  readonly id?: string;
  readonly name?: string;
  readonly description?: string;
  readonly card?: string;
  readonly project?: string;
}

/** Body of `task/create/` assigned to the person who sends it. */
export function taskBody(team: Team, person: RestClient, input: TaskInput = {}) {
  return {
    id: input.id ?? freshId(),
    name: input.name ?? 'Dig',
    description: input.description ?? '',
    project_card: input.card ?? team.card,
    flag: team.flag,
    assigned_to: `${input.project ?? team.project}.${person.orgUserId}`,
  };
}

/** Another project with one card, in the same workspace. */
export async function addBoard({
  founder,
  workspace,
}: Team): Promise<{ readonly project: string; readonly card: string }> {
  const [project, card] = [freshId(), freshId()];
  ok(await founder.post('project/create/', { id: project, name: `P ${project}`, workspace }));
  ok(await founder.post('project-card/create/', { id: card, name: 'To do', project }));
  return { project, card };
}

export async function addTask(
  team: Team,
  person: RestClient,
  input: TaskInput = {},
): Promise<string> {
  const body = taskBody(team, person, input);
  ok(await person.post('task/create/', body));
  return body.id;
}

export function ok(reply: Reply): Reply {
  if (reply.status !== 200) throw new Error(`Answered ${reply.status}: ${reply.text}`);
  return reply;
}

export function orgStreamOf(person: RestClient): string {
  return `org:${person.orgId}`;
}

export function userStreamOf(person: RestClient): string {
  return `user:${person.orgUserId}`;
}

/** A pull of all changes after a version. */
export async function pull(
  person: RestClient,
  since = 0,
  extra: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  return person.get('sync/pull', {
    query: { stream: orgStreamOf(person), since: String(since), ...extra },
  });
}

/** A device of a person: pushes calls with increasing numbers. */
export interface Device {
  readonly clientId: string;
  readonly push: (
    calls: readonly DeviceCall[],
    extra?: Readonly<Record<string, unknown>>,
  ) => Promise<Reply>;
}

export interface DeviceCall {
  readonly seq: number;
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly if_match?: number;
  readonly seen?: number;
  readonly claimed_at?: number;
}

export async function deviceOf(
  person: RestClient,
  stream = orgStreamOf(person),
  clientId = freshId(),
): Promise<Device> {
  const { body } = await person.get('sync/pull', { query: { stream, since: '0', limit: '1' } });
  return {
    clientId,
    push: (calls, extra = {}) =>
      person.post('sync/push', {
        client_id: clientId,
        stream,
        epoch: body.epoch,
        ack_through: 0,
        schema: 1,
        pending: calls.length,
        calls,
        ...extra,
      }),
  };
}

/** `POST project-card/create/` as a device sends it. */
export function cardCall(
  team: Pick<Team, 'project'>,
  seq: number,
  name = `Card ${seq}`,
  id = freshId(),
) {
  return {
    seq,
    method: 'POST',
    path: 'project-card/create/',
    body: { id, project: team.project, name, rank: 'V' },
  } as const satisfies DeviceCall;
}

/** A row as it is stored, or undefined. */
export function storedCard(team: Team, id: string) {
  return team.app.services.database.db
    .selectFrom('cards')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
}

/** `by` moves a task after `of` has moved it, without having seen that; the id of the note about it (WRITE-4.6). */
export async function replaceUnseen(
  team: Pick<Team, 'founder' | 'project' | 'card' | 'flag'>,
  { by, of }: { readonly by: RestClient; readonly of: RestClient },
): Promise<string> {
  const [task, other] = [freshId(), freshId()];
  const { founder, project, card, flag } = team;
  ok(await founder.post('project-card/create/', { id: other, project, name: 'Doing' }));
  const assigned_to = `${project}.${of.orgUserId}`;
  const body = { id: task, name: 'Dig', project_card: card, flag, assigned_to };
  ok(await by.post('task/create/', body));
  const path = `task/update-destroy/${task}/`;
  const seen = Number(ok(await pull(by)).body.head);
  ok(await of.patch(path, { project_card: other }));
  const third = freshId();
  ok(await founder.post('project-card/create/', { id: third, project, name: 'Done' }));
  const move = { method: 'PATCH', path, body: { project_card: third, rank: 'V' }, seen } as const;
  ok(await (await deviceOf(by)).push([{ seq: 1, ...move }]));
  const { changes } = ok(await pull(by, seen)).body;
  const note = changes.find(
    (change: { table: string; row?: { row: string } }) =>
      change.table === 'overwrites' && change.row?.row === task,
  );
  return String(note.id);
}
