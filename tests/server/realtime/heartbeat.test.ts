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
