import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openBus } from '../../../server/store/open-bus.ts';
import {
  type BusKind,
  busProgram,
  type BusServer,
  startBusServer,
} from '../../support/bus-server.ts';
import { type FaultProxy, startFaultProxy } from '../../support/fault-proxy.ts';
import { waitUntil } from '../../support/wait-until.ts';

const SOON = { withinMs: 10_000 };
/** What each program is sent to subscribe. */
const SUBSCRIPTION: Readonly<Record<BusKind, RegExp>> = { redis: /subscribe/i, nats: /SUB cairn/ };

for (const kind of ['redis', 'nats'] satisfies readonly BusKind[]) {
  describe.skipIf(busProgram(kind) === undefined)(`a bus of ${kind}`, () => {
    let server: BusServer | undefined;
    let proxy: FaultProxy | undefined;
    const done: (() => Promise<void>)[] = [];
    beforeAll(async () => {
      server = await startBusServer(kind);
      proxy = await startFaultProxy({ port: Number(new URL(server.url).port) });
    });
    afterEach(async () => {
      for (const step of done.splice(0)) await step();
    });
    afterAll(async () => {
      await proxy?.close();
      await server?.kill();
    });

    const open = async (port: number) => {
      const bus = await openBus({
        url: `${kind}://127.0.0.1:${String(port)}`,
        report: () => undefined,
      });
      done.push(bus.close);
      return bus;
    };
    const works = (bus: Awaited<ReturnType<typeof open>>) =>
      bus.check().then(
        () => true,
        () => false,
      );

    it('listens after the connection of its first subscription broke, and says each time that it does', async () => {
      if (proxy === undefined || server === undefined) throw new Error('There is no server');
      proxy.dropReplies({ matching: (text) => SUBSCRIPTION[kind].test(text), times: 1 });
      const bus = await open(proxy.port);
      const received: string[] = [];
      const connected = { times: 0 };
      bus.listen(
        (message) => received.push(message),
        () => {
          connected.times += 1;
        },
      );
      const other = await open(Number(new URL(server.url).port));
      await waitUntil('the fault has happened', () => proxy?.counts().repliesDropped === 1, SOON);
      await waitUntil('the bus is connected', () => works(bus), SOON);
      await waitUntil('its listeners know', () => connected.times === 1, SOON);
      await waitUntil('the other bus is connected', () => works(other), SOON);
      await other.publish('one');
      await waitUntil('the message is received', () => received.includes('one'), SOON);
      proxy.cut();
      await waitUntil('the bus has lost its connection', async () => !(await works(bus)), SOON);
      proxy.heal();
      await waitUntil('its listeners know of the new one', () => connected.times === 2, SOON);
      await other.publish('two');
      await waitUntil('the next message is received', () => received.includes('two'), SOON);
      expect(received).toEqual(['one', 'two']);
    });
  });
}
