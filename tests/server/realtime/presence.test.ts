import { expect, it } from 'vitest';
import { LIMITS } from '../../../model/protocol/version.ts';
import { parseBusMessage } from '../../../server/realtime/bus-messages.ts';
import { createPresence } from '../../../server/realtime/presence.ts';

const ADA = { orgId: '1', orgUserId: '11' };
const BEN = { orgId: '1', orgUserId: '12' };
const EVE = { orgId: '2', orgUserId: '21' };

it('people with a socket in another process are present until two heartbeats are missed', async () => {
  const { here, there, clock, messages } = twoProcesses();
  await there.announce([ADA, ADA, EVE]);
  expect(here.of('1', [BEN]).toSorted()).toEqual(['11', '12']);
  expect(here.of('2', [BEN]), 'another organisation').toEqual(['21']);
  clock.now += 2 * LIMITS.heartbeat;
  expect(here.of('1', []), 'one heartbeat is late').toEqual(['11']);
  await there.announce([ADA]);
  clock.now += 2 * LIMITS.heartbeat;
  expect(here.of('1', [])).toEqual(['11']);
  clock.now += LIMITS.heartbeat;
  expect(here.of('1', [])).toEqual([]);
  expect(messages.at(-1)).toContain('"1":["11"]');
});

it('people of a large organisation are announced in messages that PostgreSQL accepts', async () => {
  const { here, there, messages } = twoProcesses();
  const people = Array.from({ length: 1_000 }, (_, index) => ({
    orgId: '1',
    orgUserId: String(10_000_000_000_000 + index),
  }));
  await there.announce(people);
  expect(here.of('1', [])).toHaveLength(1_000);
  expect(Math.max(...messages.map((message) => Buffer.byteLength(message)))).toBeLessThan(8_000);
});

/** Two processes: what `there` announces, `here` receives. */
function twoProcesses() {
  const messages: string[] = [];
  const clock = { now: 0 };
  const now = () => clock.now;
  const here = createPresence({
    bus: { publish: nothing, listen: () => () => {}, check: nothing },
    now,
  });
  const publish = (message: string) => {
    messages.push(message);
    here.receive(parseBusMessage(message).present ?? {});
    return Promise.resolve();
  };
  const there = createPresence({ bus: { publish, listen: () => () => {}, check: nothing }, now });
  return { here, there, clock, messages };
}

function nothing(): Promise<void> {
  return Promise.resolve();
}
