import { flags } from '../../model/entities/flag.ts';
import { roles } from '../../model/entities/role.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import { loadActor } from '../writer/actor.ts';
import { acceptInvite } from '../invitations/accept-link.ts';
import { accountOf } from '../auth/accounts.ts';
import { membershipsOf } from '../auth/memberships.ts';
import { signIn } from '../auth/sign-in.ts';
import { confirmAddress } from '../auth/email-address.ts';
import { signUp } from '../auth/sign-up.ts';
import { rowsOf } from '../present/read-rows.ts';
import type { Services } from '../http/services.ts';
import type { Envelope } from '../mail/sender.ts';
import { createRandom, type DemoRandom } from './random.ts';
import { DEMO_NOTES, DEMO_PASSWORD, DEMO_PEOPLE, type DemoPerson } from './people.ts';
import { DEMO_PROJECTS, DEMO_WORKSPACES, type DemoProject } from './projects.ts';
import { DAYS, type DemoEvent, projectActivity } from './example-activity.ts';

/** Dependencies of filling: a running server's services, a clock to set, and the sent mails. */
export interface DemoDeps {
  readonly services: Services;
  readonly clock: { time: number };
  readonly mails: readonly Envelope[];
  /** The organisation's name, and the domain of its people's addresses. */
  readonly organization: string;
  readonly domain: string;
}

/** An added person with their rights. */
interface Player {
  readonly person: DemoPerson;
  readonly actor: Actor;
}

/** Counts for the summary. */
export interface DemoSummary {
  readonly people: number;
  readonly projects: number;
  readonly calls: number;
}

const HOUR_MS = 60 * 60_000;

/** Fills a new organisation, call by call, through the same code as everybody's calls. */
export async function fillDemo(deps: DemoDeps): Promise<DemoSummary> {
  const { clock } = deps;
  const now = clock.time;
  const random = createRandom(1);
  clock.time = now - (DAYS + 1) * 24 * HOUR_MS;
  const { apply } = deps.services;
  const call = async (actor: Actor, event: Omit<DemoEvent, 'at' | 'who'>) => {
    const { method, path, body } = event;
    const { verdicts } = await apply({ actor, calls: [{ seq: 0, method, path, body }] });
    const verdict = verdicts[0];
    if (verdict?.status !== 200) throw new Error(`${method} ${path}: ${verdict?.message}`);
  };
  const players = await gather(deps, call);
  const leads = players.filter(({ person }) => person.role !== 'Member');
  const workspaces = new Map<string, string>();
  for (const [index, [name, desc]] of DEMO_WORKSPACES.entries()) {
    const id = deps.services.auth.machine.newId();
    workspaces.set(name, id);
    await call(at(leads, index).actor, {
      method: 'POST',
      path: 'workspace/create/',
      body: { id, name, desc },
    });
  }
  const events: DemoEvent[] = [];
  for (const [index, project] of DEMO_PROJECTS.entries()) {
    const workspace = workspaces.get(project.workspace) ?? '';
    const plan = { project, workspace, owner: at(leads, index), players, random, now };
    events.push(...(await layOut(deps, call, plan)));
  }
  events.push(...personalNotes(deps, [at(players, 0), at(players, 5)]));
  const actors = new Map(players.map(({ actor }) => [actor.orgUserId, actor]));
  for (const event of events.toSorted((left, right) => left.at - right.at)) {
    clock.time = Math.max(clock.time, event.at);
    const actor = actors.get(event.who);
    if (actor !== undefined) await call(actor, event);
  }
  clock.time = now;
  return { people: players.length, projects: DEMO_PROJECTS.length, calls: events.length };
}

type Call = (actor: Actor, event: Omit<DemoEvent, 'at' | 'who'>) => Promise<void>;

/** The founder signs up; everybody else is added, and chooses the password through the link in their mail. */
async function gather(deps: DemoDeps, call: Call): Promise<readonly Player[]> {
  const { services, organization } = deps;
  const { auth } = services;
  const founder = at(DEMO_PEOPLE, 0);
  const caller = (index: number) => ({ address: `demo ${index}`, device: undefined });
  await signUp(
    auth,
    {
      display_name: founder.name,
      email: addressOf(deps, founder),
      phone_number: founder.phone,
      organization: { name: organization },
      password: DEMO_PASSWORD,
    },
    caller(0),
  );
  const orgId = await newestOrganization(deps, founder);
  const admin = await actorOf(deps, orgId, founder);
  const found = await services.database.snapshot((store) => rowsOf({ actor: admin, store }, roles));
  await services.mailer.settle();
  const mail = deps.mails.findLast(({ to }) => to === addressOf(deps, founder));
  const token = /token=([\w-]+)/.exec(mail?.link ?? '')?.[1];
  const self = { userId: admin.userId, sessionId: '' };
  if (token !== undefined) await confirmAddress(auth, self, token);
  const players: Player[] = [{ person: founder, actor: admin }];
  for (const [index, person] of DEMO_PEOPLE.slice(1).entries()) {
    const role = found.find((one) => one.name === person.role);
    const email = addressOf(deps, person);
    await call(admin, {
      method: 'POST',
      path: 'api/org-user/create/',
      body: {
        user: { display_name: person.name, phone_number: person.phone, email },
        user_role: role?.id,
        role_category: role?.role_category,
      },
    });
    await services.mailer.settle();
    const link = deps.mails.findLast((mail) => mail.to === email)?.link ?? '';
    const token = link.split('/organizationinvite/')[1];
    if (token === undefined) {
      const known = { email, password: DEMO_PASSWORD, deviceToken: null };
      await signIn(auth, known, caller(index + 1));
    } else {
      await acceptInvite(auth, { token, password: DEMO_PASSWORD }, caller(index + 1));
    }
    players.push({ person, actor: await actorOf(deps, orgId, person) });
  }
  return players;
}

interface ProjectPlan {
  readonly project: DemoProject;
  readonly workspace: string;
  readonly owner: Player;
  readonly players: readonly Player[];
  readonly random: DemoRandom;
  readonly now: number;
}

/** Creates a project with its team and cards; returns the events of its tasks. */
async function layOut(
  deps: DemoDeps,
  call: Call,
  plan: ProjectPlan,
): Promise<readonly DemoEvent[]> {
  const { project, workspace, owner, random } = plan;
  const { newId } = deps.services.auth.machine;
  const projectId = newId();
  const { name, description } = project;
  await call(owner.actor, {
    method: 'POST',
    path: 'project/create/',
    body: { id: projectId, name, description, workspace },
  });
  const others = plan.players.filter((player) => player !== owner);
  const team = [owner, ...random.shuffle(others).slice(0, 5 + random.below(3))];
  // The founder is a member of every project, so that the first sign-in shows everything.
  const founder = at(plan.players, 0);
  const members = team.includes(founder) ? team : [...team, founder];
  for (const { actor } of members) {
    await call(owner.actor, {
      method: 'POST',
      path: 'team-member/create/',
      body: { project: projectId, organization_user: actor.orgUserId },
    });
  }
  const cards: string[] = [];
  for (const card of project.cards) {
    const id = newId();
    cards.push(id);
    await call(owner.actor, {
      method: 'POST',
      path: 'project-card/create/',
      body: { id, project: projectId, name: card },
    });
  }
  const flagRows = await deps.services.database.snapshot((store) =>
    rowsOf({ actor: owner.actor, store }, flags, { order: ['order'] }),
  );
  const ids = (some: readonly Player[]) => some.map(({ actor }) => actor.orgUserId);
  return projectActivity(
    { random, newId, now: plan.now, flags: flagRows.map((flag) => flag.id) },
    project,
    {
      projectId,
      cards,
      leads: ids(members.filter(({ person }) => person.role !== 'Member')),
      members: ids(members),
    },
  );
}

function personalNotes(deps: DemoDeps, owners: readonly Player[]): readonly DemoEvent[] {
  const { newId } = deps.services.auth.machine;
  return owners.flatMap(({ actor }) => {
    const tags = new Map(DEMO_NOTES.map(([tag]) => [tag, newId()]));
    const start = deps.clock.time;
    const who = actor.orgUserId;
    const made = [...tags].map(([name, id]) => ({
      at: start,
      who,
      method: 'POST' as const,
      path: 'note-tag/create/',
      body: { id, name },
    }));
    const written = DEMO_NOTES.map(([tag, title, note], index) => ({
      at: start + (index + 1) * 5 * 24 * HOUR_MS,
      who,
      method: 'POST' as const,
      path: 'note/create/',
      body: { id: newId(), title, note, tags: tags.get(tag) },
    }));
    return [...made, ...written];
  });
}

export function addressOf({ domain }: Pick<DemoDeps, 'domain'>, person: DemoPerson): string {
  return `${person.email}@${domain}`;
}

async function newestOrganization(deps: DemoDeps, founder: DemoPerson): Promise<string> {
  const { db } = deps.services.database;
  const account = await accountOf(db, addressOf(deps, founder));
  const own = account === undefined ? [] : await membershipsOf(db, account.id);
  const newest = own.findLast((one) => one.organization_name === deps.organization);
  if (newest === undefined) throw new Error('The organisation could not be founded');
  return String(newest.organization_id);
}

async function actorOf(deps: DemoDeps, orgId: string, person: DemoPerson): Promise<Actor> {
  const { database } = deps.services;
  const account = await accountOf(database.db, addressOf(deps, person));
  const actor =
    account && (await database.snapshot((store) => loadActor(store, orgId, account.id)));
  if (actor === undefined) throw new Error(`${person.name} is not in the organisation`);
  return actor;
}

function at<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('There is nobody');
  return item;
}
