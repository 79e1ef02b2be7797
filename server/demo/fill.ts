import { notifications } from '../../model/entities/notification.ts';
import { inboxScope } from '../../model/entities/scopes.ts';
import { newId } from '../../model/shared/ids.ts';
import { storeMentions } from '../../model/shared/mentions.ts';
import { rowsOf } from '../present/read-rows.ts';
import { createCall } from './call.ts';
import { type ChatActivity, chatActivity, reading } from './chat-activity.ts';
import { DEMO_CONVERSATIONS } from './conversations.ts';
import type { FeaturedDeps } from './featured/featured-activity.ts';
import { type DemoDeps, gatherPeople, type Player } from './gather-people.ts';
import { layOut, priorities } from './lay-out.ts';
import { personalActivity } from './personal-activity.ts';
import { DEMO_PROJECTS, DEMO_WORKSPACES } from './projects/projects.ts';
import { createRandom } from './random.ts';
import { DAY_MS, DAYS, type DemoEvent, timeOf } from './timeline.ts';

/** Counts for the summary. */
export interface DemoSummary {
  readonly people: number;
  readonly projects: number;
  readonly calls: number;
}

/** Everybody has read everything up to this time; what came later is unread for people who have not written since. */
const LAST_READ = '1d 17:30';

/** Fills a new organisation, call by call, through the same code as everybody's calls. */
export async function fillDemo(deps: DemoDeps): Promise<DemoSummary> {
  const { clock, services } = deps;
  const now = clock.time;
  clock.time = now - (DAYS + 1) * DAY_MS;
  const call = createCall(services);
  const players = await gatherPeople(deps, call);
  const actors = new Map(players.map(({ actor }) => [actor.orgUserId, actor]));
  const founder = playerAt(players, 0);
  const { machine } = services.auth;
  const activity = {
    ...peopleDeps(players),
    random: createRandom(1),
    newId: machine.newId,
    newIdAt: (at: number) =>
      newId({
        now: () => at,
        randomBytes: (target) => {
          target.set(machine.random(target.length));
          return target;
        },
      }),
    now,
    flags: await priorities(services, founder.actor),
  };
  const workspaces = new Map<string, string>();
  for (const { name, description, picture } of DEMO_WORKSPACES) {
    const id = activity.newId();
    workspaces.set(name, id);
    await call(founder.actor, {
      method: 'POST',
      path: 'workspace/create/',
      body: { id, name, desc: description },
      files: { image: { photo: picture, name: `${picture}.jpg` } },
    });
  }
  const events: DemoEvent[] = [...personalActivity(activity)];
  for (const project of DEMO_PROJECTS) {
    const workspace = workspaces.get(project.workspace) ?? '';
    events.push(...(await layOut({ call, activity, players }, project, workspace)));
  }
  const chats = DEMO_CONVERSATIONS.map((conversation) => chatActivity(activity, conversation));
  events.push(...chats.flatMap((chat) => chat.events));
  const run = async (some: readonly DemoEvent[]) => {
    for (const event of some.toSorted((left, right) => left.at - right.at)) {
      clock.time = Math.max(clock.time, event.at);
      const actor = actors.get(event.who);
      if (actor !== undefined) await call(actor, event);
    }
  };
  const lastRead = timeOf(now, LAST_READ);
  await run(events.filter(({ at }) => at <= lastRead));
  clock.time = Math.max(clock.time, lastRead);
  await run(await readEverything(deps, { players, chats, at: clock.time }));
  await run(events.filter(({ at }) => at > lastRead));
  clock.time = now;
  return { people: players.length, projects: DEMO_PROJECTS.length, calls: events.length };
}

/** Everybody opens their notifications and their conversations. */
async function readEverything(
  { services }: DemoDeps,
  reader: {
    readonly players: readonly Player[];
    readonly chats: readonly ChatActivity[];
    readonly at: number;
  },
): Promise<readonly DemoEvent[]> {
  const { players, chats, at } = reader;
  const upto = new Date(at).toISOString();
  const inboxes = await services.database.snapshot((store) =>
    Promise.all(
      players.map(async ({ actor }) => {
        const scope = inboxScope(actor.orgUserId);
        const rows = await rowsOf({ actor, store }, notifications, { where: { scope } });
        return rows.map(({ id }): DemoEvent => ({
          at,
          who: actor.orgUserId,
          method: 'PATCH',
          path: `notification/clear/${id}/`,
          body: { upto },
        }));
      }),
    ),
  );
  const read = chats.flatMap(({ conversation, people, events }) => {
    const seen = events.filter(
      (event) => event.path === 'message/create/' && event.at <= at,
    ).length;
    return people.map((who) => reading(conversation, who, { at, seen }));
  });
  return [...inboxes.flat(), ...read];
}

/** How texts of the demo name people: by address, and by `@Name`. */
function peopleDeps(players: readonly Player[]): Pick<FeaturedDeps, 'idOf' | 'withMentions'> {
  const ids = new Map(players.map(({ person, actor }) => [person.email, actor.orgUserId]));
  const named = players.map(({ person, actor }) => ({ id: actor.orgUserId, name: person.name }));
  return {
    idOf: (email) => {
      const id = ids.get(email);
      if (id === undefined) throw new Error(`Nobody has the address ${email}`);
      return id;
    },
    withMentions: (text) => storeMentions(text, named),
  };
}

function playerAt(players: readonly Player[], index: number): Player {
  const player = players[index];
  if (player === undefined) throw new Error('There is nobody');
  return player;
}
