import type { Entity } from '../../model/entities/define-entity.ts';
import { ENTITIES } from '../../model/entities/registry.ts';
import {
  ADMIN_SCOPE,
  ORGANIZATION_SCOPE,
  groupOfScope,
  groupScope,
  inboxScope,
  orgStream,
  peopleOfDirect,
  PERSONAL_SCOPE,
  projectOfScope,
  projectScope,
  userStream,
  workspaceScope,
} from '../../model/entities/scopes.ts';
import { type Actor, isAdministrative } from '../../model/permissions/actor.ts';
import { memberId } from '../../model/shared/ids.ts';
import { type Sql, type SqlRow, textOf } from '../store/sql.ts';

const PROJECT_TABLES: readonly string[] = [
  'projects',
  'team_members',
  'labels',
  'task_templates',
  'cards',
  'files',
  'tasks',
  'subtasks',
  'task_files',
  'comments',
];
const ADMIN_TABLES: readonly string[] = ['invitations'];
const WORKSPACE_TABLES: readonly string[] = ['workspaces', 'files'];
const DIRECT_TABLES: readonly string[] = ['conversations', 'message_marks', 'files', 'messages'];
const GROUP_TABLES: readonly string[] = ['groups', 'group_members', ...DIRECT_TABLES];
const INBOX_TABLES: readonly string[] = [
  'notifications',
  'project_mutes',
  'task_mutes',
  'conversation_mutes',
];

/**
 * Every scope of a stream that the person may read now; undefined for a stream of somebody else (PULL-1). Levels 1 to
 * 3 read all projects, others those of which they are a member, with the workspaces of these (product.md, 7).
 */
export async function readScopes(
  sql: Sql,
  actor: Actor,
  stream: string,
): Promise<readonly string[] | undefined> {
  if (stream === userStream(actor.orgUserId)) return [PERSONAL_SCOPE];
  if (stream !== orgStream(actor.orgId)) return undefined;
  const [projects, workspaces] = await readPlaces(sql, actor);
  return [
    ORGANIZATION_SCOPE,
    ...(isAdministrative(actor) ? [ADMIN_SCOPE] : []),
    ...workspaces.map((row) => workspaceScope(textOf(row, 'id'))),
    ...projects.map((row) => projectScope(textOf(row, 'id'))),
    ...(await readChats(sql, actor)),
    inboxScope(actor.orgUserId),
  ];
}

/** Conversations with messages, and the groups of the person; a level adds nothing. */
async function readChats(sql: Sql, { orgId, orgUserId }: Actor): Promise<readonly string[]> {
  const direct = await sql.all(
    `select id from conversations where org_id = ? and low = ?
     union all select id from conversations where org_id = ? and high = ? order by id`,
    [orgId, orgUserId, orgId, orgUserId],
  );
  const joined = await sql.all(
    'select "group" as id from group_members where org_id = ? and organization_user = ? order by "group"',
    [orgId, orgUserId],
  );
  return [
    ...direct.map((row) => textOf(row, 'id')),
    ...joined.map((row) => groupScope(textOf(row, 'id'))),
  ];
}

/** True when the person may read one scope; cheaper than reading them all. */
export async function maySeeScope(
  sql: Sql,
  actor: Actor,
  { stream, scope }: { readonly stream: string; readonly scope: string },
): Promise<boolean> {
  if (stream === userStream(actor.orgUserId)) return scope === PERSONAL_SCOPE;
  if (stream !== orgStream(actor.orgId)) return false;
  if (scope.startsWith('inbox:')) return scope === inboxScope(actor.orgUserId);
  const people = peopleOfDirect(scope);
  if (people !== undefined) return people.includes(actor.orgUserId);
  const group = groupOfScope(scope);
  if (group !== undefined) return isIn(sql, actor, 'group_members', group);
  if (scope === ORGANIZATION_SCOPE) return true;
  if (scope === ADMIN_SCOPE) return isAdministrative(actor);
  if (!actor.get_access) return false;
  if (isAdministrative(actor)) return true;
  const project = projectOfScope(scope);
  if (project === undefined) {
    const [, workspaces] = await readJoined(sql, actor);
    return workspaces.some((row) => workspaceScope(textOf(row, 'id')) === scope);
  }
  return isIn(sql, actor, 'team_members', project);
}

async function isIn(
  sql: Sql,
  actor: Actor,
  table: 'team_members' | 'group_members',
  of: string,
): Promise<boolean> {
  const [member] = await sql.all(`select id from ${table} where org_id = ? and id = ?`, [
    actor.orgId,
    memberId(of, actor.orgUserId),
  ]);
  return member !== undefined;
}

/** The entities that a scope can contain, in the order of a first download. */
export function entitiesOfScope(scope: string): readonly Entity[] {
  if (scope === PERSONAL_SCOPE) return ENTITIES.filter((entity) => entity.stream === 'user');
  if (projectOfScope(scope) !== undefined) return among(PROJECT_TABLES);
  if (groupOfScope(scope) !== undefined) return among(GROUP_TABLES);
  if (peopleOfDirect(scope) !== undefined) return among(DIRECT_TABLES);
  if (scope.startsWith('inbox:')) return among(INBOX_TABLES);
  if (scope === ADMIN_SCOPE) return among(ADMIN_TABLES);
  if (scope === ORGANIZATION_SCOPE) {
    // Files belong to every kind of scope; the others to one alone.
    const elsewhere = [
      ...PROJECT_TABLES,
      ...WORKSPACE_TABLES,
      ...GROUP_TABLES,
      ...INBOX_TABLES,
      ...ADMIN_TABLES,
    ].filter((one) => one !== 'files');
    return ENTITIES.filter(({ stream, table }) => stream === 'org' && !elsewhere.includes(table));
  }
  return among(WORKSPACE_TABLES);
}

function among(tables: readonly string[]): readonly Entity[] {
  return ENTITIES.filter(({ table }) => tables.includes(table));
}

type Ids = readonly SqlRow[];

/** The projects and workspaces that the person may read; a level without get access reads none. */
async function readPlaces(sql: Sql, actor: Actor): Promise<readonly [Ids, Ids]> {
  if (!actor.get_access) return [[], []];
  return isAdministrative(actor) ? readAll(sql, actor) : readJoined(sql, actor);
}

async function readAll(sql: Sql, { orgId }: Actor): Promise<readonly [Ids, Ids]> {
  return [
    await sql.all('select id from projects where org_id = ? order by id', [orgId]),
    await sql.all('select id from workspaces where org_id = ? order by id', [orgId]),
  ];
}

async function readJoined(sql: Sql, { orgId, orgUserId }: Actor): Promise<readonly [Ids, Ids]> {
  return [
    await sql.all(
      'select project as id from team_members where org_id = ? and organization_user = ? order by project',
      [orgId, orgUserId],
    ),
    await sql.all(
      `select distinct p.workspace as id from team_members m
       join projects p on p.org_id = m.org_id and p.id = m.project
       where m.org_id = ? and m.organization_user = ? order by 1`,
      [orgId, orgUserId],
    ),
  ];
}
