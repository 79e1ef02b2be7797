import type { Persona } from '../../model/permissions/rights.ts';
import { groupScope } from '../../model/entities/scopes.ts';
import {
  foundTeam,
  freshId,
  hire,
  join,
  ok,
  replaceUnseen,
  type Team,
} from '../server/support/team.ts';
import type { RestClient } from '../support/rest-client.ts';
import type { TestApp } from '../support/test-app.ts';
import type { CallShape } from './matrix/calls.ts';
import { ownBody } from './matrix/tenant.ts';
import { type Book, rowOfPath, tableOf } from './matrix/values.ts';

/** Flags of the people's levels. */
export interface Flags {
  readonly post_access: boolean;
  readonly patch_access: boolean;
  readonly delete_access: boolean;
}

export interface RightsSetup {
  readonly people: ReadonlyMap<Persona, RestClient>;
  /** Gives these flags to everybody except Level 1, which always has all. */
  readonly setFlags: (flags: Flags) => Promise<void>;
  /** Creates a fresh row for the call and sends it as this person; returns the status. */
  readonly tryCall: (
    shape: CallShape,
    persona: Persona,
    options?: {
      /** Runs between creating the row and the call. */
      readonly before?: () => Promise<void>;
      /** Name a row that does not exist. */
      readonly missing?: boolean;
    },
  ) => Promise<number>;
}

type Body = Readonly<Record<string, unknown>>;

/**
 * An organisation with one person of each kind; rows are created for each call, so that no call
 * affects the next.
 */
export async function buildRightsSetup(setup: TestApp): Promise<RightsSetup> {
  const team: Team = { setup, ...(await foundTeam(setup.app, 'founder@field.test', 'Field')) };
  const { founder } = team;
  const made = async (path: string, body: Body, by: RestClient = founder) => {
    const id = freshId();
    const reply = await by.post(path, { id, ...body });
    if (reply.status >= 300) ok(reply);
    return id;
  };
  const { body: roles } = await founder.get('user-role/list/');
  const category = String(roles.data[0].role_category.id);
  const all = { get_access: true, post_access: true, patch_access: true, delete_access: true };
  const level = await made('role-level/create/', { name: 'Everybody', order: 9, ...all });
  const role = { name: 'Plain', short_name: 'PLN', role_category: category, level };
  const plain = await made('user-role/create/', role);
  const people = new Map<Persona, RestClient>();
  const names: readonly (readonly [Persona, string])[] = [
    ['level 1', roles.data[0].name],
    ['level 3', roles.data[2].name],
    ...(['creator', 'assignee', 'collaborator', 'member', 'outsider'] as const).map(
      (persona) => [persona, 'Plain'] as const,
    ),
  ];
  for (const [persona, roleName] of names) {
    people.set(persona, await hire(team, `${persona.replace(' ', '')}@field.test`, roleName));
  }
  const other = await hire(team, 'other@field.test', 'Plain');
  const person = (persona: Persona): RestClient => {
    const found = people.get(persona);
    if (found === undefined) throw new Error(`There is no ${persona}`);
    return found;
  };
  const crew = [person('creator'), person('assignee'), person('collaborator'), person('member')];
  for (const one of crew) await join(team, one);
  const levels = ok(await founder.get('role-level/list/')).body.data;
  const userIds = new Map<RestClient, string>();
  for (const one of [other, person('member')]) {
    const { body } = await one.get('api/me/');
    userIds.set(one, String(body.data.user?.id ?? body.data.id));
  }
  const creator = person('creator');
  const memberId = (one: RestClient) => `${team.project}.${one.orgUserId}`;
  const label = await made('task-label/create/', { project: team.project, name: 'Soil' }, creator);
  const tag = await made('note-tag/create/', { name: 'Tag' }, creator);

  const task = () =>
    made(
      'task/create/',
      {
        name: 'Dig',
        project_card: team.card,
        flag: team.flag,
        assigned_to: memberId(person('assignee')),
        collaborators: [memberId(person('collaborator'))],
      },
      creator,
    );
  const file = () =>
    made(
      'files/create/',
      {
        scope: `project:${team.project}`,
        name: 'a.txt',
        media_type: 'text/plain',
        size: 5,
        digest: 'a'.repeat(64),
      },
      creator,
    );
  const group = () => {
    const organization_users = [String(person('member').orgUserId)];
    return made('groups/create/', { name: 'Channel', organization_users }, creator);
  };
  /** Creates a row of each kind for a call about one. */
  const makers: Readonly<Record<string, () => Promise<string>>> = {
    cards: () => made('project-card/create/', { project: team.project, name: 'Doing' }),
    tasks: task,
    subtasks: async () =>
      made('sub-task/create/', { name: 'Part', task: await task(), is_completed: false }, creator),
    comments: async () => made('comment/create/', { task: await task(), comment: 'Word' }, creator),
    labels: () => made('task-label/create/', { project: team.project, name: 'Clay' }, creator),
    files: file,
    task_files: async () => {
      return made('task-file/create/', { task: await task(), file: await file() }, creator);
    },
    groups: group,
    messages: async () =>
      made(
        'message/create/',
        { conversation: groupScope(await group()), message: 'Word' },
        creator,
      ),
    invitations: () =>
      made('api/org-user-invite/', { email: `${freshId()}@field.test`, role: plain }),
    projects: () => made('project/create/', { name: 'Roads', workspace: team.workspace }),
    workspaces: () => made('workspace/create/', { name: 'South', desc: '' }),
    role_categories: () => made('role-category/create/', { name: 'New', short_name: 'N' }),
    roles: () => made('user-role/create/', { ...role, name: 'Another' }),
    role_levels: () => made('role-level/create/', { name: 'Another', order: 8, ...all }),
    teams: () => made('team/create/', { name: 'Team', members: [] }),
    task_templates: () =>
      made('task-template/create/', { project: team.project, name: 'Hut' }, creator),
    saved_views: () => made('saved-view/create/', { name: 'Late' }, creator),
    note_tags: () => made('note-tag/create/', { name: 'Tag' }, creator),
    notes: () => made('note/create/', { title: 'T', note: 'N', tags: tag }, creator),
    todos: () => made('todo-task/create/', { name: 'Buy' }, creator),
    team_members: async () => {
      await join(team, other);
      return memberId(other);
    },
    org_users: async () => String(other.orgUserId),
    organizations: async () => String(founder.orgId),
    flags: () => made('flag/create/', { name: 'Loud' }),
    overwrites: () => replaceUnseen(team, { by: creator, of: person('assignee') }),
    notifications: async () => freshId(),
  };

  return {
    people,
    setFlags: async (flags) => {
      for (const id of [level, String(levels[2].id)]) {
        ok(await founder.patch(`role-level/update/${id}/`, flags));
      }
    },
    tryCall: async (shape, persona, { before, missing = false } = {}) => {
      const client = person(persona);
      const table = tableOf(shape.path) ?? '';
      const ids = new Map([
        ['workspaces', team.workspace],
        ['projects', team.project],
        ['cards', team.card],
        ['flags', team.flag],
        ['labels', label],
        ['role_categories', category],
        ['roles', plain],
        ['role_levels', level],
        ['note_tags', await ownTag(client)],
        ['tasks', await task()],
        ...(shape.mutation === 'task-file-add' ? [['files', await file()] as const] : []),
      ]);
      const own = shape.mutation === 'profile-edit' ? String(creator.orgUserId) : undefined;
      const target =
        shape.params.length === 0
          ? undefined
          : missing
            ? freshId()
            : (own ?? (await requireMaker(makers, table)()));
      if (target !== undefined) ids.set(table, target);
      const book: Book = {
        orgId: String(founder.orgId),
        // The assignee of tasks.
        orgUserId: String(person('assignee').orgUserId),
        userId: '',
        otherOrgUserId: String(other.orgUserId),
        otherUserId: userIds.get(other) ?? '',
        ids,
        remember: () => undefined,
      };
      if (shape.mutation === 'comment-restore' && !missing) {
        ok(await creator.patch(`comment/update-destroy/${target}/`, { deleted: true }));
      }
      const fields = { ...shape, body: shape.body.filter((name) => !LEFT_OUT.has(name)) };
      const body: Record<string, unknown> = {
        ...ownBody(fields, { book, word: `w-${freshId()}`, serial: 1 }),
        ...FIXED[shape.mutation ?? ''],
      };
      if (shape.body.includes('conversation')) body['conversation'] = groupScope(await group());
      const path = shape.path
        .replace('/rest/', '')
        .replace(':id', target ?? rowOfParams(shape, book));
      await before?.();
      if (shape.method === 'DELETE') return (await client.delete(path)).status;
      if (shape.method === 'PATCH') return (await client.patch(path, body)).status;
      return (await client.post(path, body)).status;
    },
  };

  async function ownTag(client: RestClient): Promise<string> {
    return client === creator ? tag : made('note-tag/create/', { name: 'Tag' }, client);
  }
}

function requireMaker(
  makers: Readonly<Record<string, () => Promise<string>>>,
  table: string,
): () => Promise<string> {
  const maker = makers[table];
  if (maker === undefined) throw new Error(`Say in makers how a row of ${table} is made`);
  return maker;
}

function rowOfParams(shape: CallShape, book: Book): string {
  return shape.params.length === 0 ? '' : (rowOfPath(shape.path, book) ?? '');
}

/** Fields that duplicate another one or would change the call's subject. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'members',
  'remove',
  'to',
  'group',
  'id',
  'assigned_users',
]);

/** Values that a call needs and that its field names do not imply. */
const FIXED: Readonly<Record<string, Body>> = {
  'task-set-document': { document: '' },
  'subtask-set-document': { document: '' },
  'task-assign': { assigned_users: undefined },
  'team-create': { members: [] },
  'group-create': { organization_users: [] },
  'comment-restore': { restored: 'Word' },
  'person-set-active': { active: true },
  'role-edit': { level: undefined },
  'todo-move': { rank: 'W' },
  'message-react': { emoji: '👍', on: true },
  'note-tag-edit': { name: 'Gear' },
  // Nobody grants a flag that they do not have.
  'role-level-create': {
    get_access: false,
    post_access: false,
    patch_access: false,
    delete_access: false,
  },
  'role-level-edit': { post_access: false, patch_access: false, delete_access: false },
};
