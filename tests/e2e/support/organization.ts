/**
 * The initial state of a scenario, created by a plain client so that the scenario itself covers
 * only its subject.
 */
import { randomUUID } from 'node:crypto';
import { inviteLinkFor, linkFor } from './mailbox.ts';
import { call, expectOk, type Person, type RestPeer, signInByRest } from './rest-peer.ts';

export const PASSWORD = 'correct horse battery';

/** Levels of a new organisation by the role that stands for them. */
export type RoleName = 'Administrator' | 'Manager' | 'Coordinator' | 'Member';

export interface Organization {
  readonly name: string;
  /** Level 1. */
  readonly founder: RestPeer;
  /** Adds a person, who chooses a password through the link in the mail. */
  readonly addPerson: (name: string, role: RoleName) => Promise<RestPeer>;
}

interface Server {
  readonly url: string;
  readonly dataDir: string;
}

/** Makes addresses and names unique among the tests on one server. */
export function fresh(word: string): string {
  return `${word}-${randomUUID().slice(0, 8)}`;
}

export async function foundOrganization(
  server: Server,
  founderName: string,
): Promise<Organization> {
  const name = fresh('Paths');
  const email = `${fresh('founder')}@example.org`;
  const body = {
    display_name: founderName,
    email,
    phone_number: '+44 20 7946 0000',
    organization: { name },
    password: PASSWORD,
  };
  await expectOk(call(server.url, { method: 'POST', path: 'api/user-organization-create/', body }));
  const founder = await signInByRest(server.url, { email, password: PASSWORD });
  await confirmAddress(server, founder);
  return {
    name,
    founder,
    addPerson: (personName, role) => addPerson(server, founder, { name: personName, role }),
  };
}

/** Uses the link in the mail that sign-up sends; the founder may invite others only after it. */
async function confirmAddress(server: Server, { person, post }: RestPeer): Promise<void> {
  const link = await linkFor(server.dataDir, person.email, /\/emailverification\?token=[\w-]+/);
  const token = link.split('token=')[1];
  await expectOk(post('api/email-address/confirm/', { token }));
}

async function addPerson(
  server: Server,
  founder: RestPeer,
  { name, role }: { readonly name: string; readonly role: RoleName },
): Promise<RestPeer> {
  const email = `${fresh('person')}@example.org`;
  const roles = await expectOk(founder.get('user-role/list/'));
  const found = roles.body.data.find((one: { name: string }) => one.name === role);
  await expectOk(
    founder.post('api/org-user/create/', {
      user: { display_name: name, phone_number: '+44 20 7946 0001', email },
      organization: founder.orgId,
      user_role: found.id,
      role_category: found.role_category.id,
    }),
  );
  await acceptInvite(server, email);
  return signInByRest(server.url, { email, password: PASSWORD });
}

/**
 * Uses the link in the newest mail to the address, with the password of every person of the
 * scenarios.
 */
async function acceptInvite(server: Server, email: string): Promise<void> {
  const link = await inviteLinkFor(server.dataDir, email);
  const body = { token: link.split('/').at(-1), password: PASSWORD };
  await expectOk(
    call(server.url, { method: 'POST', path: 'api/organization-invite/accept/', body }),
  );
}

/** A project with its board, created by a plain client. */
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
  /**
   * Cards from left to right, each with the names of its tasks from the top. The client's person is
   * creator and assignee.
   */
  readonly cards?: Readonly<Record<string, readonly string[]>>;
  /** People besides the creator. */
  readonly members?: readonly Person[];
}

export async function makeProject(maker: RestPeer, input: ProjectInput = {}): Promise<Project> {
  const { cards = {}, members = [] } = input;
  const workspace = await expectOk(
    maker.post('workspace/create/', { name: 'Field work', organization: maker.orgId, desc: '' }),
  );
  const project = await expectOk(
    maker.post('project/create/', {
      name: input.name ?? 'Ridge trail',
      workspace: workspace.body.data.id,
      description: '',
    }),
  );
  const { id, name, slug } = project.body.data;
  for (const member of members) await addMember(maker, id, member);
  const board = await makeBoard(maker, id, cards);
  return { id, name, slug, path: `/workspace/${slug}`, ...board };
}

async function makeBoard(
  maker: RestPeer,
  project: string,
  cards: Readonly<Record<string, readonly string[]>>,
): Promise<Pick<Project, 'cards' | 'tasks'>> {
  const cardIds: [string, string][] = [];
  const taskIds: [string, string][] = [];
  for (const [cardName, taskNames] of Object.entries(cards)) {
    const order = cardIds.length + 1;
    const card = await expectOk(
      maker.post('project-card/create/', { project, name: cardName, order }),
    );
    const cardId = String(card.body.data.id);
    cardIds.push([cardName, cardId]);
    for (const name of taskNames) {
      taskIds.push([name, await makeTask(maker, { project, card: cardId, name })]);
    }
  }
  return { cards: Object.fromEntries(cardIds), tasks: Object.fromEntries(taskIds) };
}

interface TaskInput {
  readonly project: string;
  readonly card: string;
  readonly name: string;
  readonly description?: string;
  /** Default: the creator. */
  readonly assignee?: Person;
  readonly end_date?: string;
}

/** Adds a task at the bottom of a card; its id. */
export async function makeTask(maker: RestPeer, input: TaskInput): Promise<string> {
  const flags = await expectOk(maker.get('flag/list/'));
  const column = await cardsOf(maker, input.project);
  const task = await expectOk(
    maker.post('task/create/', {
      name: input.name,
      description: input.description ?? '',
      project_card: input.card,
      flag: flags.body.data[2].id,
      assigned_to: memberId(input.project, input.assignee ?? maker.person),
      order: column.find((card) => card.id === input.card)?.task_count ?? 0,
      status: true,
      ...(input.end_date !== undefined && { end_date: input.end_date }),
    }),
  );
  return String(task.body.data.id);
}

export async function addMember(maker: RestPeer, project: string, who: Person): Promise<void> {
  await expectOk(maker.post('team-member/create/', { project, organization_user: who.orgUserId }));
}

export async function removeMember(maker: RestPeer, project: string, who: Person): Promise<void> {
  await expectOk(maker.delete(`team-member/update-destroy/${memberId(project, who)}/`));
}

export function memberId(project: string, person: Person): string {
  return `${project}.${person.orgUserId}`;
}

interface ServerTask {
  readonly id: string;
  readonly name: string;
  readonly is_completed: boolean;
  readonly description: string;
  readonly end_date: string | null;
}

interface ServerCard {
  readonly id: string;
  readonly name: string;
  readonly task_count: number;
  readonly project_card_task: readonly ServerTask[];
}

/** The board as a plain client reads it from the server. */
export async function cardsOf(peer: RestPeer, project: string): Promise<readonly ServerCard[]> {
  return (await expectOk(peer.get('project-card/details/lists/', { project }))).body.data;
}

/** Card names with the names of their tasks in order; a completed task has a tick. */
export type BoardPicture = readonly { readonly card: string; readonly tasks: readonly string[] }[];

export async function boardAtServer(peer: RestPeer, project: string): Promise<BoardPicture> {
  return (await cardsOf(peer, project)).map(({ name, project_card_task }) => ({
    card: name,
    tasks: project_card_task.map((task) => `${task.is_completed ? '✓ ' : ''}${task.name}`),
  }));
}
