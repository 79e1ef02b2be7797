import { afterEach, expect, it } from 'vitest';
import type { SocketFrame } from '../../../model/protocol/messages.ts';
import { digestOfScopes } from '../../../model/shared/digest.ts';
import { memberId } from '../../../model/shared/ids.ts';
import { createHub, type Hub } from '../../../server/realtime/hub.ts';
import type { Database } from '../../../server/store/database.ts';
import type { Sql } from '../../../server/store/sql.ts';
import { forEachDatabase, type OpenEmpty } from '../../support/for-each-database.ts';
import type { RestClient } from '../../support/rest-client.ts';
import { waitUntil } from '../../support/wait-until.ts';
import {
  addBoard,
  addTask,
  deviceOf,
  freshId,
  hire,
  join,
  ok,
  pull,
  startTeam,
  taskBody,
  type Team,
} from '../support/team.ts';

const hubs: Hub[] = [];
afterEach(() => {
  for (const hub of hubs.splice(0)) hub.close();
});

forEachDatabase('fan-out', (openDatabase) => {
  it('[PULL-7.1] a change reaches forty sockets of one person as one frame, without a read', async () => {
    const { team, reads, open } = await start(openDatabase);
    const sockets = await open(team.founder, 40);
    const before = reads.count;
    const id = await addTask(team, team.founder);
    const events = await eventsOf(sockets, id);
    expect(events).toHaveLength(40);
    expect(new Set(events).size).toBe(1);
    expect(reads.count - before).toBe(0);
  });

  it('[PULL-7.1] a renamed workspace is read as often for forty sockets of two people as for two', async () => {
    const { team, reads, open } = await start(openDatabase);
    const other = await hire(team, 'ben@field.test');
    await join(team, other);
    const rename = async (name: string) => {
      const before = reads.count;
      ok(await team.founder.patch(`workspace/update-destroy/${team.workspace}/`, { name }));
      await eventsOf([...mine, ...theirs], name);
      return reads.count - before;
    };
    const mine = [...(await open(team.founder, 1))];
    const theirs = [...(await open(other, 1))];
    const few = await rename('Few');
    mine.push(...(await open(team.founder, 19)));
    theirs.push(...(await open(other, 19)));
    expect(await rename('Many')).toBe(few);
    expect(new Set(await eventsOf(mine, 'Many')).size).toBe(1);
    expect(new Set(await eventsOf(theirs, 'Many')).size).toBe(1);
  });

  it('[PULL-7.1] a person added to a project costs the sockets of the others no read', async () => {
    const { team, reads, open } = await start(openDatabase);
    const [member, other] = [await hire(team, 'ben@field.test'), await hire(team, 'cy@field.test')];
    const add = async (person: RestClient, sockets: Listening) => {
      const before = reads.count;
      await join(team, person);
      await eventsOf(sockets, memberId(team.project, person.orgUserId ?? ''));
      return reads.count - before;
    };
    const alone = await add(member, await open(member, 1));
    for (const person of [team.founder, member]) await open(person, 20);
    expect(await add(other, await open(other, 1))).toBe(alone);
  });

  it('[PULL-5.8] sockets that share a cursor receive only the changes of their own scopes', async () => {
    const { team, open } = await start(openDatabase);
    const people = [];
    for (const name of ['ben', 'cy']) people.push(await hire(team, `${name}@field.test`));
    const [member, outsider] = people;
    if (member === undefined || outsider === undefined) throw new Error('nobody');
    const { project, card } = await addBoard(team);
    await join(team, member);
    await join(team, outsider, project);
    const [mine, theirs, others] = [
      await open(team.founder, 2),
      await open(member, 2),
      await open(outsider, 2),
    ];
    // One commit with tasks of two projects, and one that everybody's scopes are read for.
    const device = await deviceOf(team.founder);
    const call = (seq: number, path: string, body: object) =>
      ({ seq, method: 'POST', path, body: { ...body } }) as const;
    const pushed = await device.push([
      call(1, 'task/create/', taskBody(team, team.founder, { name: 'Of one' })),
      call(2, 'task/create/', taskBody(team, team.founder, { name: 'Of two', card, project })),
      call(3, 'workspace/create/', { id: freshId(), name: 'Hidden', desc: '' }),
    ]);
    expect(pushed.body.verdicts.map(({ status }: { status: number }) => status)).toEqual([
      200, 200, 200,
    ]);
    await eventsOf(mine, 'Hidden');
    await eventsOf(theirs, 'Of one');
    await eventsOf(others, 'Of two');
    for (const { frames } of mine) expect(textOf(frames)).toContain('Of two');
    for (const { frames } of theirs) expect(textOf(frames)).not.toMatch(/Of two|Hidden/);
    for (const { frames } of others) expect(textOf(frames)).not.toMatch(/Of one|Hidden/);
  });

  it('[PULL-7.4] an event names scopes that the device has by their digest, and lists changed ones', async () => {
    const { team, open } = await start(openDatabase);
    const scopes = async (): Promise<string[]> => (await pull(team.founder)).body.scopes;
    const [socket] = await open(team.founder, 1, { acceptsDigest: true });
    if (socket === undefined) throw new Error('no socket');
    const first = await addTask(team, team.founder);
    const [event] = await eventsOf([socket], first);
    expect(event?.page?.scopes).toBeUndefined();
    expect(event?.page?.scopes_digest).toBe(digestOfScopes(await scopes()));
    expect(event?.page).toMatchObject({ complete: true, next: event?.head });

    const { project } = await addBoard(team);
    const listed = (await eventsOf([socket], `"id":"${project}"`))[0]?.page;
    expect(listed?.scopes_digest).toBeUndefined();
    expect(listed?.scopes).toContain(`project:${project}`);

    const second = await addTask(team, team.founder);
    const page = (await eventsOf([socket], second))[0]?.page;
    expect(page?.scopes_digest).toBe(digestOfScopes(await scopes()));
  });

  it('[PULL-7.4] an event does not grow with the number of scopes', async () => {
    const { team, open } = await start(openDatabase);
    const sockets = await open(team.founder, 1, { acceptsDigest: true });
    const bytes = async () => {
      const [event] = await eventsOf(sockets, await addTask(team, team.founder));
      // Under load an event has several changes.
      return textOf({ ...event, page: { ...event?.page, changes: [] } }).length;
    };
    const few = await bytes();
    for (let count = 0; count < 20; count += 1) await addBoard(team);
    // The event that lists the new scopes comes before.
    await bytes();
    expect((await bytes()) - few).toBeLessThan(20);
  });

  it('connections that wait at the same time are read together, each person once', async () => {
    const { team, reads, open } = await start(openDatabase);
    const other = await hire(team, 'ben@field.test');
    const count = async (work: () => Promise<unknown>) => {
      const before = reads.count;
      await work();
      return reads.count - before;
    };
    const few = await count(() => open(other, 1));
    const many = await count(() => open(other, 20));
    expect(few).toBeGreaterThan(0);
    expect(many).toBe(few);
  });
});

type Listening = readonly { readonly frames: readonly SocketFrame[] }[];

/** A team, and a hub whose statements are counted. */
async function start(openDatabase: OpenEmpty) {
  const team = await startTeam(openDatabase);
  const reads = { count: 0 };
  const hub = createHub({
    database: counted(team.app.services.database, reads),
    writer: team.app.services.writer,
    now: team.setup.clock.now,
    report: (error) => {
      throw error;
    },
  });
  hubs.push(hub);
  const open = async (person: RestClient, count: number, extra: object = {}) => {
    const userId = await userOf(team, person);
    return Promise.all(
      Array.from({ length: count }, async () => {
        const frames: SocketFrame[] = [];
        const peer = {
          send: (frame: SocketFrame) => frames.push(frame),
          waiting: () => 0,
          close: () => undefined,
        };
        const who = {
          sessionId: '',
          userId,
          orgId: person.orgId ?? '',
        };
        expect(await hub.join(peer, { ...who, ...extra })).toBe(true);
        return { frames };
      }),
    );
  };
  return { team, reads, open };
}

async function userOf({ app }: Team, person: RestClient): Promise<string> {
  const { user } = await app.services.database.db
    .selectFrom('org_users')
    .select('user')
    .where('id', '=', person.orgUserId ?? '')
    .executeTakeFirstOrThrow();
  return user;
}

function counted(database: Database, reads: { count: number }): Database {
  const all =
    (sql: Sql): Sql['all'] =>
    (text, parameters) => {
      reads.count += 1;
      return sql.all(text, parameters);
    };
  return {
    ...database,
    read: { ...database.read, all: all(database.read) },
    snapshot: (work) => database.snapshot((sql) => work({ ...sql, all: all(sql) })),
  };
}

type Changed = Extract<SocketFrame, { type: 'changed' }>;

/** Waits until each socket has an event with this text, and returns those events. */
async function eventsOf(sockets: Listening, text: string): Promise<readonly Changed[]> {
  const found = () =>
    sockets.flatMap(({ frames }) => {
      const event = frames.find((frame) => textOf(frame).includes(text));
      return event?.type === 'changed' ? [event] : [];
    });
  await waitUntil('each socket has the event', async () => found().length === sockets.length, {
    withinMs: 5_000,
  });
  return found();
}

function textOf(value: unknown): string {
  return JSON.stringify(value);
}
