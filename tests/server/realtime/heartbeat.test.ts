import { afterEach, expect, it, vi } from 'vitest';
import type { SocketFrame } from '../../../model/protocol/messages.ts';
import { LIMITS } from '../../../model/protocol/version.ts';
import type { Connection } from '../../../server/realtime/audience.ts';
import { createHeartbeat } from '../../../server/realtime/heartbeat.ts';
import { createHub } from '../../../server/realtime/hub.ts';
import { openDatabase } from '../../../server/store/open.ts';
import { NO_SCOPES, scopeSet } from '../../../server/sync/scope-set.ts';
import { createWriter } from '../../../server/writer/writer.ts';
import { startTestApp } from '../../support/test-app.ts';
import { foundTeam, ok, orgStreamOf, pull, userStreamOf } from '../support/team.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('[PULL-7.2] a heartbeat contains the heads, and closes sockets of ended sessions', async () => {
  const database = await openDatabase({ memory: true });
  const setup = await startTestApp(database);
  const { founder } = await foundTeam(setup.app, 'ada@field.test', 'Field Work');
  const { head } = (await pull(founder)).body;
  const session = await database.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const hub = createHub({
    database,
    writer: setup.app.services.writer,
    now: setup.clock.now,
    report: (error) => {
      throw error;
    },
  });
  const received = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  const frames: SocketFrame[] = [];
  const peer = {
    send: (frame: SocketFrame) => {
      frames.push(frame);
      if (frame.type === 'heartbeat') received.resolve();
    },
    waiting: () => 0,
    close: () => gone.resolve(),
  };
  const who = { sessionId: session.id, userId: session.user_id, orgId: founder.orgId ?? '' };
  expect(await hub.join(peer, who)).toBe(true);
  vi.advanceTimersByTime(LIMITS.heartbeat);
  await received.promise;
  const heads = { [orgStreamOf(founder)]: head, [userStreamOf(founder)]: 0 };
  expect(frames).toEqual([
    { type: 'ready', heads },
    { type: 'heartbeat', heads },
  ]);
  setup.clock.time = session.expires_at + 1;
  vi.advanceTimersByTime(LIMITS.heartbeat);
  await gone.promise;
  expect(frames.at(-1)).toEqual({ type: 'closed', code: 'unauthenticated' });
  hub.close();
  await setup.close();
  await database.close();
});

it('[PULL-7.2] a change whose announcement was lost is published with the heartbeat, whose head is the one that was sent', async () => {
  const { team, database, writer, session, close } = await startLossy();
  const [first, later] = [await headOf(team), Promise.withResolvers<void>()];
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const frames: SocketFrame[] = [];
  const hub = createHub({ database, writer, now: () => 0, report: fail });
  const send = (frame: SocketFrame) => {
    frames.push(frame);
    if (frame.type === 'changed') later.resolve();
  };
  await hub.join({ send, waiting: () => 0, close: () => undefined }, session);
  const head = await rename(team, 'Doing');
  vi.advanceTimersByTime(LIMITS.heartbeat);
  await later.promise;
  const stream = orgStreamOf(team.founder);
  const [, heartbeat, changed] = frames;
  expect(heartbeat).toMatchObject({ type: 'heartbeat', heads: { [stream]: first } });
  expect(changed).toMatchObject({ type: 'changed', stream, from: first, head });
  hub.close();
  await close();
});

it('[PULL-7.2] what was not sent to a connection between two heartbeats is named, so that its device pulls', async () => {
  const { team, database, session, close } = await startLossy();
  const stream = orgStreamOf(team.founder);
  const first = await headOf(team);
  const heads: unknown[] = [];
  const send = (frame: SocketFrame) => {
    if (frame.type === 'heartbeat') heads.push(frame.heads[stream]);
  };
  const connection: Connection = {
    peer: { send, waiting: () => 0, close: () => undefined },
    ...session,
    orgUserId: team.founder.orgUserId ?? '',
    acceptsDigest: true,
    published: new Map([
      [stream, { head: first, at: undefined, scopes: scopeSet({ shared: NO_SCOPES, own: [] }) }],
    ]),
  };
  const late: number[] = [];
  const beat = createHeartbeat({
    database,
    now: () => 0,
    behind: (_stream, head) => late.push(head),
    ended: fail,
  });
  await beat([connection]);
  const second = await rename(team, 'Doing');
  await beat([connection]);
  const third = await rename(team, 'Done');
  await beat([connection]);
  expect(heads).toEqual([first, first, third]);
  expect(late).toEqual([second, third]);
  await close();
});

it('[PULL-7.2] the heartbeats of twenty sockets are read with as many statements as that of one', async () => {
  const database = await openDatabase({ memory: true });
  const setup = await startTestApp(database);
  const { founder } = await foundTeam(setup.app, 'ada@field.test', 'Field Work');
  const session = await database.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let reads = 0;
  const hub = createHub({
    database: {
      ...database,
      snapshot: (work) =>
        database.snapshot((sql) =>
          work({
            ...sql,
            all: (text, parameters) => {
              reads += 1;
              return sql.all(text, parameters);
            },
          }),
        ),
    },
    writer: setup.app.services.writer,
    now: setup.clock.now,
    report: (error) => {
      throw error;
    },
  });
  const who = { sessionId: session.id, userId: session.user_id, orgId: founder.orgId ?? '' };
  let received = 0;
  const send = ({ type }: SocketFrame) => {
    if (type === 'heartbeat') received += 1;
  };
  const open = () => hub.join({ send, waiting: () => 0, close: () => undefined }, who);
  const beat = async (sockets: number) => {
    [reads, received] = [0, 0];
    vi.advanceTimersByTime(LIMITS.heartbeat);
    await vi.waitUntil(() => received === sockets, { timeout: 5_000 });
    return reads;
  };
  await open();
  const one = await beat(1);
  await Promise.all(Array.from({ length: 19 }, open));
  expect(await beat(20)).toBe(one);
  hub.close();
  await setup.close();
  await database.close();
});

it('an announcement that fails is reported, unless the hub is closed', async () => {
  const database = await openDatabase({ memory: true });
  const setup = await startTestApp(database);
  const { founder } = await foundTeam(setup.app, 'ada@field.test', 'Field Work');
  const session = await database.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow();
  const failures: ((error: Error) => void)[] = [];
  const publish = () => new Promise<void>((_, reject) => failures.push(reject));
  const reported: unknown[] = [];
  const hub = createHub({
    database: { ...database, bus: { ...database.bus, publish } },
    writer: setup.app.services.writer,
    now: setup.clock.now,
    report: (error) => reported.push(error),
  });
  const who = { sessionId: session.id, userId: session.user_id, orgId: founder.orgId ?? '' };
  const open = () =>
    hub.join({ send: () => undefined, waiting: () => 0, close: () => undefined }, who);
  await open();
  await open();
  const [first, second] = failures;
  const lost = new Error('The connection is lost');
  first?.(lost);
  await vi.waitUntil(() => reported.length > 0);
  hub.close();
  second?.(new Error('The database is closed'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(reported).toEqual([lost]);
  await setup.close();
  await database.close();
});

/** A team, and its database as a process sees it that no announcement reaches. */
async function startLossy() {
  const database = await openDatabase({ memory: true });
  const setup = await startTestApp(database);
  const team = await foundTeam(setup.app, 'ada@field.test', 'Field Work');
  const { id, user_id: userId } = await database.db
    .selectFrom('sessions')
    .selectAll()
    .executeTakeFirstOrThrow();
  const bus = { ...database.bus, listen: () => () => undefined };
  const writer = createWriter({ database, now: () => 0, newEpoch: () => 'epoch', report: fail });
  return {
    team,
    database: { ...database, bus },
    writer,
    session: { sessionId: id, userId, orgId: team.founder.orgId ?? '' },
    close: async () => {
      await setup.close();
      await database.close();
    },
  };
}

type Found = Awaited<ReturnType<typeof foundTeam>>;

async function headOf({ founder }: Found): Promise<number> {
  return Number((await pull(founder)).body.head);
}

async function rename(team: Found, name: string): Promise<number> {
  ok(await team.founder.patch(`project-card/update-destroy/${team.card}/`, { name }));
  return await headOf(team);
}

function fail(error: unknown): never {
  throw error;
}
