import { afterEach, expect, it, vi } from 'vitest';
import type { SocketFrame } from '../../../model/protocol/messages.ts';
import { LIMITS } from '../../../model/protocol/version.ts';
import { createHub } from '../../../server/realtime/hub.ts';
import { openDatabase } from '../../../server/store/open.ts';
import { startTestApp } from '../../support/test-app.ts';
import { foundTeam, orgStreamOf, pull, userStreamOf } from '../support/team.ts';

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
