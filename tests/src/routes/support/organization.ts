/**
 * An organisation in memory, with the rows that the server would have: made by the server's founding, and by mutations
 * that their rules allow. A device receives it with `Device.download`, and later changes with `Device.receive`.
 */
import type { Entity, RawRow } from '../../../../model/entities/define-entity.ts';
import { flags } from '../../../../model/entities/flag.ts';
import { orgUsers } from '../../../../model/entities/org-user.ts';
import { organizations } from '../../../../model/entities/organization.ts';
import { entityOf } from '../../../../model/entities/registry.ts';
import { roleLevels } from '../../../../model/entities/role-level.ts';
import { roles } from '../../../../model/entities/role.ts';
import { ORGANIZATION_SCOPE } from '../../../../model/entities/scopes.ts';
import { cardCreate } from '../../../../model/mutations/card/card-create.ts';
import type {
  ApplyContext,
  Mutation,
  Prepared,
  Reader,
} from '../../../../model/mutations/define-mutation.ts';
import { memberAdd } from '../../../../model/mutations/member/member-add.ts';
import { projectCreate } from '../../../../model/mutations/project/project-create.ts';
import { prepareMutation } from '../../../../model/mutations/registry.ts';
import { taskCreate } from '../../../../model/mutations/task/task-create.ts';
import { workspaceCreate } from '../../../../model/mutations/workspace/workspace-create.ts';
import type { Actor } from '../../../../model/permissions/actor.ts';
import { CairnError } from '../../../../model/shared/errors.ts';
import { newId } from '../../../../model/shared/ids.ts';
import { rankBetween } from '../../../../model/shared/rank.ts';
import { slugOf } from '../../../../model/shared/text.ts';
import { foundOrganization } from '../../../../server/auth/organization.ts';

/** Levels of a new organisation by the role that stands for them. */
export type RoleName = 'Administrator' | 'Manager' | 'Coordinator' | 'Member';

export interface Person {
  readonly name: string;
  readonly email: string;
  readonly userId: string;
  readonly orgUserId: string;
}

export interface Project {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  /** Path of its board. */
  readonly path: string;
  /** Ids of cards by name. */
  readonly cards: Readonly<Record<string, string>>;
  /** Ids of tasks by name. */
  readonly tasks: Readonly<Record<string, string>>;
}

interface ProjectInput {
  readonly name?: string;
  /** Default: the founder. */
  readonly by?: Person;
  /** Cards from left to right, each with the names of its tasks, which the maker creates and is assigned. */
  readonly cards?: Readonly<Record<string, readonly string[]>>;
  /** People besides the maker. */
  readonly members?: readonly Person[];
}

interface TaskInput {
  readonly project: string;
  readonly card: string;
  readonly name: string;
  readonly description?: string;
  /** Creator; default: the founder. */
  readonly by?: Person;
  /** Default: the creator. */
  readonly assignee?: Person;
  /** Several assignees instead of one. */
  readonly assignees?: readonly Person[];
  readonly end_date?: string;
}

export interface Organization {
  readonly orgId: string;
  readonly name: string;
  /** "Ada Field", level 1. */
  readonly founder: Person;
  readonly addPerson: (name: string, role: RoleName) => Person;
  /** Applies a mutation as the server does; throws when its rule refuses it. */
  readonly apply: <Args>(mutation: Mutation<Args>, args: Args, by?: Person) => Promise<void>;
  /** Writes a row that only the server writes. */
  readonly put: (entity: Entity, row: RawRow) => void;
  readonly makeProject: (input?: ProjectInput) => Promise<Project>;
  /** Adds a task at the bottom of a card; its id. */
  readonly makeTask: (input: TaskInput) => Promise<string>;
  readonly actorOf: (person: Person) => Actor;
  /** Every row by table once the server has accepted these mutations too; throws when a rule refuses one. */
  readonly rowsAfter: (
    mutations: readonly SentMutation[],
    by: Person,
  ) => Promise<ReadonlyMap<string, readonly RawRow[]>>;
  /** Every row by table, as of now. */
  readonly rows: () => ReadonlyMap<string, readonly RawRow[]>;
  readonly version: () => number;
}

/** A mutation as an outbox contains it. */
export interface SentMutation {
  readonly name: string;
  readonly args: unknown;
  readonly at: number;
}

/** Creates an organisation whose ids no other one of this page has. */
export async function createOrganization(name = 'Paths', founderName = 'Ada Field') {
  const table = rowsInMemory();
  const serial = serials();
  const userId = serial();
  const email = `founder-${userId}@example.org`;
  const { orgId, orgUserId } = await foundOrganization(
    {
      at: Date.now(),
      nextSerial: () => Promise.resolve(serial()),
      createStream: () => Promise.resolve(),
      setAuthor: () => undefined,
      put: (entity, _place, row) => Promise.resolve(table.put(entity, row)),
    },
    name,
    { userId, displayName: founderName, email, phoneNumber: '+44 20 7946 0000' },
  );
  const founder: Person = { name: founderName, email, userId, orgUserId };
  const actorOf = (person: Person) => actorFrom(table, orgId, person);
  const apply: Organization['apply'] = (mutation, args, by = founder) =>
    run(table, mutation.prepare(args), { actor: actorOf(by), at: Date.now() });
  const base = { table, apply, founder };
  const organization: Organization = {
    orgId,
    name,
    founder,
    addPerson: (personName, role) => addPerson(table, serial, { name: personName, role }),
    apply,
    put: table.put,
    makeProject: (input) => makeProject(base, input),
    makeTask: (input) => makeTask(base, input),
    actorOf,
    rowsAfter: async (mutations, by) => {
      const copy = rowsInMemory(table.all());
      for (const { name: called, args, at } of mutations) {
        await run(copy, prepareMutation(called, args), { actor: actorFrom(copy, orgId, by), at });
      }
      return copy.all();
    },
    rows: table.all,
    version: table.version,
  };
  return organization;
}

export const freshId = (): string => newId({ now: () => Date.now(), randomBytes });

/** Fills the array with random bytes. */
export function randomBytes(target: Uint8Array): Uint8Array {
  target.set(crypto.getRandomValues(new Uint8Array(target.length)));
  return target;
}

type Rows = ReturnType<typeof rowsInMemory>;

/** Checks the rule of a mutation and applies its effects. */
async function run(table: Rows, mutation: Prepared, context: ApplyContext): Promise<void> {
  const refusal = await mutation.check(table.reader, context.actor);
  if (refusal !== undefined) throw new CairnError(refusal);
  for (const { table: name, id, apply } of mutation.effects(context)) table.change(name, id, apply);
}

function rowsInMemory(start: ReadonlyMap<string, readonly RawRow[]> = new Map()) {
  const tables = new Map<string, Map<string, RawRow>>(
    [...start].map(([name, rows]) => [name, new Map(rows.map((row) => [row.id, row]))]),
  );
  let version = 0;
  const of = (name: string) => {
    const known = tables.get(name) ?? new Map<string, RawRow>();
    tables.set(name, known);
    return known;
  };
  const put = (entity: Entity, row: RawRow) => {
    version += 1;
    of(entity.table).set(row.id, entity.parse({ ...row, v: version }));
  };
  const all = <Row extends RawRow>(entity: Entity<Row>) =>
    [...of(entity.table).values()].map((row) => entity.parse(row));
  const reader: Reader = {
    get: (entity, id) => {
      const row = of(entity.table).get(id);
      return Promise.resolve(row && entity.parse(row));
    },
  };
  return {
    put,
    list: all,
    reader,
    change: (name: string, id: string, apply: (row: RawRow | undefined) => RawRow | undefined) => {
      const entity = entityOf(name);
      const next = apply(of(name).get(id));
      if (entity !== undefined && next !== undefined) put(entity, next);
      if (next === undefined) of(name).delete(id);
    },
    all: () => new Map([...tables].map(([name, rows]) => [name, [...rows.values()]] as const)),
    version: () => version,
  };
}

/** Numbers that only the server gives; unique on this page, because they name databases. */
function serials(): () => string {
  let next = Math.floor(performance.timeOrigin + performance.now()) * 100;
  return () => String((next += 1));
}

function actorFrom(table: Rows, orgId: string, { userId, orgUserId }: Person): Actor {
  const person = table.list(orgUsers).find(({ id }) => id === orgUserId);
  const role = table.list(roles).find(({ id }) => id === person?.user_role);
  const level = table.list(roleLevels).find(({ id }) => id === role?.level);
  if (level === undefined) throw new Error('A person of this organisation has a level');
  return {
    orgId,
    orgUserId,
    userId,
    level: level.name,
    specialRole: table.list(organizations)[0]?.special_role ?? false,
    get_access: level.get_access,
    post_access: level.post_access,
    patch_access: level.patch_access,
    delete_access: level.delete_access,
  };
}

function addPerson(
  table: Rows,
  serial: () => string,
  { name, role }: { readonly name: string; readonly role: RoleName },
): Person {
  const [userId, orgUserId] = [serial(), serial()];
  const email = `person-${userId}@example.org`;
  table.put(orgUsers, {
    id: orgUserId,
    scope: ORGANIZATION_SCOPE,
    v: 0,
    user: userId,
    display_name: name,
    email,
    phone_number: '+44 20 7946 0001',
    profile_image: null,
    user_role: table.list(roles).find((one) => one.name === role)?.id ?? '',
    active: true,
    joined: true,
    created_at: new Date().toISOString(),
  });
  return { name, email, userId, orgUserId };
}

type Base = Pick<Organization, 'apply' | 'founder'> & { readonly table: Rows };

async function makeProject(base: Base, input: ProjectInput = {}): Promise<Project> {
  const { name = 'Ridge trail', by = base.founder, cards = {}, members = [] } = input;
  const workspace = freshId();
  await base.apply(workspaceCreate, { id: workspace, name: 'Field work', desc: '' });
  const id = freshId();
  const creator = by.orgUserId;
  await base.apply(projectCreate, { id, workspace, name, description: '', creator }, by);
  for (const { orgUserId } of members) {
    await base.apply(memberAdd, { project: id, organization_user: orgUserId }, by);
  }
  const cardIds: [string, string][] = [];
  const taskIds: [string, string][] = [];
  let rank: string | undefined;
  for (const [cardName, tasks] of Object.entries(cards)) {
    const card = freshId();
    rank = rankBetween(rank, undefined);
    await base.apply(cardCreate, { id: card, project: id, name: cardName, rank }, by);
    cardIds.push([cardName, card]);
    for (const task of tasks) {
      taskIds.push([task, await makeTask(base, { project: id, card, name: task, by })]);
    }
  }
  return {
    id,
    name,
    slug: slugOf(name, id),
    path: `/workspace/${slugOf(name, id)}`,
    cards: Object.fromEntries(cardIds),
    tasks: Object.fromEntries(taskIds),
  };
}

async function makeTask(base: Base, input: TaskInput): Promise<string> {
  const { by = base.founder, assignee = by, assignees = [] } = input;
  const ranks = [...(base.table.all().get('tasks') ?? [])]
    .filter((row) => row['card'] === input.card)
    .map((row) => String(row['rank']))
    .toSorted();
  const id = freshId();
  await base.apply(
    taskCreate,
    {
      id,
      project: input.project,
      card: input.card,
      rank: rankBetween(ranks.at(-1), undefined),
      name: input.name,
      description: input.description ?? '',
      flag: base.table.list(flags)[2]?.id ?? '',
      label: null,
      start_date: null,
      end_date: input.end_date ?? null,
      assigned_to: assignees.length === 0 ? assignee.orgUserId : null,
      assigned_users: assignees.map(({ orgUserId }) => orgUserId),
      collaborators: [],
      document: null,
    },
    by,
  );
  return id;
}
