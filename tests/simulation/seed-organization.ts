import { cards } from '../../model/entities/card.ts';
import { comments } from '../../model/entities/comment.ts';
import { noteTags } from '../../model/entities/note-tag.ts';
import { notes } from '../../model/entities/note.ts';
import { orgUsers } from '../../model/entities/org-user.ts';
import { projects } from '../../model/entities/project.ts';
import {
  ORGANIZATION_SCOPE,
  orgStream,
  PERSONAL_SCOPE,
  projectScope,
  userStream,
  workspaceScope,
} from '../../model/entities/scopes.ts';
import { tasks } from '../../model/entities/task.ts';
import { teamMembers } from '../../model/entities/team-member.ts';
import { workspaces } from '../../model/entities/workspace.ts';
import { memberId, newId } from '../../model/shared/ids.ts';
import { ranksAfter } from '../../model/shared/rank.ts';
import type { WriteTx } from '../../server/writer/writer-types.ts';
import { machineOf } from '../../server/shared/machine.ts';
import { foundOrganization } from '../../server/auth/organization.ts';
import { openSession } from '../../server/auth/sessions.ts';
import type { Services } from '../../server/http/services.ts';
import { type Cast, DEVICES_A_PERSON, type Person } from './people.ts';
import { taskRow } from '../support/task-row.ts';

const CREATED = new Date(0).toISOString();
const BIG_BOARD = 60;

/** Fills an empty server: three people, three projects, a few rows of each kind. */
export async function seedOrganization(services: Services): Promise<Cast> {
  return seedFor(services, 'Simulated', await makeUsers(services));
}

/** A second organisation with the same people and as many rows. */
export function seedSecondOrganization(services: Services, { ada, ben, cyd }: Cast): Promise<Cast> {
  return seedFor(
    services,
    'Second',
    [ada, ben, cyd].map(({ userId }) => userId),
  );
}

function makeUsers({ writer }: Services): Promise<readonly string[]> {
  return writer.write([], async (tx) => {
    const made: string[] = [];
    for (const name of ['Ada', 'Ben', 'Cyd']) {
      const id = await tx.nextSerial('users');
      const db = await tx.db();
      await db
        .insertInto('users')
        .values({
          id,
          email: `${name.toLowerCase()}@example.org`,
          display_name: name,
          phone_number: '+4930123456',
          profile_image: null,
          password_hash: null,
          mailbox_proved: 1,
          created_at: tx.at,
        })
        .execute();
      made.push(id);
    }
    return made;
  });
}

/** An organisation that the first of the users founds, with two more people. */
async function seedFor(
  services: Services,
  name: string,
  [adaUser = '', benUser = '', cydUser = '']: readonly string[],
): Promise<Cast> {
  const { writer } = services;
  const founded = await writer.write([], (tx) =>
    foundOrganization(tx, name, {
      userId: adaUser,
      displayName: 'Ada',
      email: 'ada@example.org',
      phoneNumber: '+4930123456',
    }),
  );
  const { orgId } = founded;
  const context = await directoryRows(services, orgId);
  const streams = [orgStream(orgId)];
  const people = await writer.write(streams, async (tx) => ({
    ben: await addPerson(tx, { orgId, userId: benUser, name: 'Ben', role: context.member }),
    cyd: await addPerson(tx, { orgId, userId: cydUser, name: 'Cyd', role: context.manager }),
  }));
  const person = async (called: string, userId: string, orgUserId: string): Promise<Person> => ({
    name: called,
    userId,
    orgUserId,
    orgId,
    cookies: await openSessions(services, userId),
  });
  const board = await writer.write(streams, (tx) =>
    seedBoards(tx, services, { orgId, flag: context.flag, ada: founded.orgUserId, ...people }),
  );
  for (const orgUserId of [founded.orgUserId, people.ben, people.cyd]) {
    await writer.write([orgStream(orgId), userStream(orgUserId)], (tx) =>
      seedNotes(tx, services, orgId, orgUserId),
    );
  }
  return {
    orgId,
    ada: await person('Ada', adaUser, founded.orgUserId),
    ben: await person('Ben', benUser, people.ben),
    cyd: await person('Cyd', cydUser, people.cyd),
    roles: { manager: context.manager, member: context.member, category: context.category },
    flag: context.flag,
    ...board,
  };
}

async function openSessions(services: Services, userId: string): Promise<readonly string[]> {
  const cookies: string[] = [];
  for (let device = 0; device < DEVICES_A_PERSON; device += 1) {
    const session = await services.writer.write([], async (tx) =>
      openSession(await tx.db(), machineOf(services), {
        userId,
        deviceToken: null,
        address: '203.0.113.7',
      }),
    );
    cookies.push(session.cookie);
  }
  return cookies;
}

async function directoryRows(services: Services, orgId: string) {
  return services.database.snapshot(async ({ db }) => {
    const role = async (name: string) =>
      db
        .selectFrom('roles')
        .select(['id', 'role_category'])
        .where('org_id', '=', orgId)
        .where('name', '=', name)
        .executeTakeFirstOrThrow();
    const flag = await db
      .selectFrom('flags')
      .select('id')
      .where('org_id', '=', orgId)
      .orderBy('order')
      .executeTakeFirstOrThrow();
    const manager = await role('Manager');
    return {
      manager: manager.id,
      member: (await role('Member')).id,
      category: manager.role_category,
      flag: flag.id,
    };
  });
}

interface NewPerson {
  readonly orgId: string;
  readonly userId: string;
  readonly name: string;
  readonly role: string;
}

async function addPerson(tx: WriteTx, person: NewPerson): Promise<string> {
  const id = await tx.nextSerial('org_users');
  await tx.createStream(userStream(id), person.orgId);
  await tx.put(
    orgUsers,
    { orgId: person.orgId },
    {
      id,
      scope: ORGANIZATION_SCOPE,
      v: 0,
      user: person.userId,
      display_name: person.name,
      email: `${person.name.toLowerCase()}@example.org`,
      phone_number: '+4930123456',
      profile_image: null,
      user_role: person.role,
      active: true,
      joined: true,
      created_at: CREATED,
    },
  );
  return id;
}

interface Boards {
  readonly orgId: string;
  readonly flag: string;
  readonly ada: string;
  readonly ben: string;
  readonly cyd: string;
}

async function seedBoards(tx: WriteTx, services: Services, seed: Boards) {
  const place = { orgId: seed.orgId };
  const made = { created_by: seed.ada, created_at: CREATED } as const;
  const ids = idsOf(services);
  const workspace = ids();
  await tx.put(workspaces, place, {
    id: workspace,
    scope: workspaceScope(workspace),
    v: 0,
    name: 'Work',
    desc: '',
    image: null,
    ...made,
  });
  const members = [
    [seed.ada, seed.ben],
    [seed.ada, seed.cyd],
    [seed.ada, seed.ben, seed.cyd],
  ];
  const boards: string[] = [];
  for (const [index, team] of members.entries()) {
    const project = ids();
    boards.push(project);
    await tx.put(projects, place, {
      id: project,
      scope: projectScope(project),
      v: 0,
      workspace,
      name: `Project ${String(index)}`,
      slug: `project-${String(index)}-${project}`,
      description: '',
      background_image: null,
      status: true,
      ...made,
    });
    for (const person of team) {
      await tx.put(teamMembers, place, {
        id: memberId(project, person),
        scope: projectScope(project),
        v: 0,
        project,
        organization_user: person,
        created_at: CREATED,
      });
    }
    await seedBoard(tx, ids, { ...seed, project, team, isLarge: index === members.length - 1 });
  }
  const largeProject = boards.at(-1) ?? '';
  return { workspace, projects: boards, largeProject };
}

interface OneBoard extends Boards {
  readonly project: string;
  readonly team: readonly string[];
  readonly isLarge: boolean;
}

async function seedBoard(tx: WriteTx, ids: () => string, board: OneBoard): Promise<void> {
  const place = { orgId: board.orgId };
  const scope = projectScope(board.project);
  const columns: string[] = [];
  for (const rank of ranksAfter(undefined, board.isLarge ? BIG_BOARD : 2)) {
    const id = ids();
    columns.push(id);
    await tx.put(cards, place, {
      id,
      scope,
      v: 0,
      project: board.project,
      name: `Card ${rank}`,
      rank,
      status: true,
      created_by: board.ada,
      created_at: CREATED,
    });
  }
  const ranks = ranksAfter(undefined, board.team.length * 2);
  for (const [index, rank] of ranks.entries()) {
    const person = board.team[index % board.team.length] ?? board.ada;
    const id = ids();
    await tx.put(
      tasks,
      place,
      taskRow({
        id,
        scope,
        v: 0,
        project: board.project,
        card: columns[index % 2] ?? '',
        rank,
        name: `Task ${rank}`,
        flag: board.flag,
        created_by: person,
        created_at: CREATED,
        assigned_to: person,
      }),
    );
    await tx.put(comments, place, {
      id: ids(),
      scope,
      v: 0,
      project: board.project,
      task: id,
      author: person,
      comment: 'First',
      attachment: null,
      edited: false,
      deleted: false,
      created_at: CREATED,
    });
  }
}

async function seedNotes(
  tx: WriteTx,
  services: Services,
  orgId: string,
  owner: string,
): Promise<void> {
  const ids = idsOf(services);
  const tag = ids();
  const place = { orgId, owner };
  const common = { scope: PERSONAL_SCOPE, v: 0, created_by: owner, created_at: CREATED } as const;
  await tx.put(noteTags, place, { ...common, id: tag, name: 'Ideas' });
  await tx.put(notes, place, { ...common, id: ids(), title: 'First', note: 'start', tags: tag });
}

function idsOf(services: Services): () => string {
  const { now } = services.clock;
  const randomBytes = (target: Uint8Array) => {
    target.set(services.random(target.length));
    return target;
  };
  return () => newId({ now, randomBytes });
}
