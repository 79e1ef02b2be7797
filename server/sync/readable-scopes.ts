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
import { marks, type Sql, textOf } from '../store/sql.ts';
import { powersOfTwo } from '../writer/batch-sql.ts';
import { NO_SCOPES, scopePart, type ScopeSet, scopeSet } from './scope-set.ts';

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
  'task_steps',
  'overwrites',
  'comments',
];
const ADMIN_TABLES: readonly string[] = ['invitations'];
const WORKSPACE_TABLES: readonly string[] = ['workspaces', 'files', 'overwrites'];
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
  const [found] = await readScopeSets(sql, [actor], stream);
  return found?.list();
}

/**
 * The same for several people of one organisation, in their order, in a number of statements that does not grow with
 * the number of people. People with the same level share the part of their sets that does not depend on the person.
 */
export async function readScopeSets(
  sql: Sql,
  actors: readonly Actor[],
  stream: string,
): Promise<readonly (ScopeSet | undefined)[]> {
  const readers = actors.filter(({ orgId }) => stream === orgStream(orgId));
  const [orgId] = readers.map((actor) => actor.orgId);
  const found = orgId === undefined ? undefined : await readOfMany(sql, orgId, readers);
  return actors.map((actor) => {
    if (stream === userStream(actor.orgUserId)) return PERSONAL;
    return found?.get(actor.orgUserId);
  });
}

const PERSONAL = scopeSet({ shared: NO_SCOPES, own: [PERSONAL_SCOPE] });

/** Scopes of the organisation's stream, by organisation user. */
async function readOfMany(
  sql: Sql,
  orgId: string,
  actors: readonly Actor[],
): Promise<ReadonlyMap<string, ScopeSet>> {
  // A level without get access reads no project and no workspace.
  const ofAll = actors.filter((actor) => actor.get_access && isAdministrative(actor));
  const ofJoined = actors.filter((actor) => actor.get_access && !isAdministrative(actor));
  const all = ofAll.length > 0 ? await readAll(sql, orgId) : [];
  const administrative = scopePart([ORGANIZATION_SCOPE, ADMIN_SCOPE, ...all]);
  const joined = await readJoined(sql, orgId, idsOf(ofJoined));
  const chats = await readChats(sql, orgId, idsOf(actors));
  return new Map(
    actors.map((actor) => {
      const { orgUserId } = actor;
      const own = [...(chats.get(orgUserId) ?? []), inboxScope(orgUserId)];
      if (ofAll.includes(actor)) return [orgUserId, scopeSet({ shared: administrative, own })];
      const admin = isAdministrative(actor) ? [ADMIN_SCOPE] : [];
      const places = [ORGANIZATION_SCOPE, ...admin, ...(joined.get(orgUserId) ?? [])];
      return [orgUserId, scopeSet({ shared: NO_SCOPES, own: [...places, ...own] })];
    }),
  );
}

function idsOf(actors: readonly Actor[]): readonly string[] {
  return [...new Set(actors.map(({ orgUserId }) => orgUserId))];
}

/** Scopes by organisation user. */
type ScopesOfPeople = ReadonlyMap<string, readonly string[]>;

/** Conversations with messages, and the groups of the people; a level adds nothing. */
async function readChats(
  sql: Sql,
  orgId: string,
  people: readonly string[],
): Promise<ScopesOfPeople> {
  const found = new Map<string, string[]>();
  for (const some of powersOfTwo(people)) {
    const these = marks(some.length);
    const direct = await sql.all(
      `select low as person, id from conversations where org_id = ? and low in (${these})
       union all
       select high as person, id from conversations where org_id = ? and high in (${these})
       order by id`,
      [orgId, ...some, orgId, ...some],
    );
    const joined = await sql.all(
      `select organization_user as person, "group" as id from group_members where org_id = ? and organization_user in (${these}) order by "group"`,
      [orgId, ...some],
    );
    for (const row of direct) addTo(found, textOf(row, 'person'), textOf(row, 'id'));
    for (const row of joined) addTo(found, textOf(row, 'person'), groupScope(textOf(row, 'id')));
  }
  return found;
}

function addTo(found: Map<string, string[]>, person: string, scope: string): void {
  const known = found.get(person);
  if (known === undefined) found.set(person, [scope]);
  else known.push(scope);
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
  const project = projectOfScope(scope);
  // The other rows of an erasure that has begun are erased in later writes.
  if (await isBeingErased(sql, actor.orgId, scope)) return false;
  if (isAdministrative(actor)) return true;
  if (project === undefined) {
    const joined = await readJoined(sql, actor.orgId, [actor.orgUserId]);
    return joined.get(actor.orgUserId)?.includes(scope) === true;
  }
  return isIn(sql, actor, 'team_members', project);
}

async function isBeingErased(sql: Sql, orgId: string, scope: string): Promise<boolean> {
  const [kind = '', id = ''] = scope.split(':');
  const [note] = await sql.all('select id from erasures where org_id = ? and kind = ? and id = ?', [
    orgId,
    kind,
    id,
  ]);
  return note !== undefined;
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

/** Every workspace and project of the organisation. */
async function readAll(sql: Sql, orgId: string): Promise<readonly string[]> {
  const workspaces = await sql.all('select id from workspaces where org_id = ? order by id', [
    orgId,
  ]);
  const projects = await sql.all('select id from projects where org_id = ? order by id', [orgId]);
  return [
    ...workspaces.map((row) => workspaceScope(textOf(row, 'id'))),
    ...projects.map((row) => projectScope(textOf(row, 'id'))),
  ];
}

/** The projects of which these people are members, behind the workspaces of these projects. */
async function readJoined(
  sql: Sql,
  orgId: string,
  people: readonly string[],
): Promise<ScopesOfPeople> {
  const found = new Map<string, string[]>();
  for (const some of powersOfTwo(people)) {
    const workspaces = await sql.all(
      `select distinct m.organization_user as person, p.workspace as id from team_members m
       join projects p on p.org_id = m.org_id and p.id = m.project
       where m.org_id = ? and m.organization_user in (${marks(some.length)}) order by 2`,
      [orgId, ...some],
    );
    const projects = await sql.all(
      `select organization_user as person, project as id from team_members where org_id = ? and organization_user in (${marks(some.length)}) order by project`,
      [orgId, ...some],
    );
    for (const row of workspaces) {
      addTo(found, textOf(row, 'person'), workspaceScope(textOf(row, 'id')));
    }
    for (const row of projects) {
      addTo(found, textOf(row, 'person'), projectScope(textOf(row, 'id')));
    }
  }
  return found;
}
