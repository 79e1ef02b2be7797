import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SocketFrame } from '../../../model/protocol/messages.ts';
import { createHub } from '../../../server/realtime/hub.ts';
import type { Database } from '../../../server/store/database.ts';
import { openBus } from '../../../server/store/open-bus.ts';
import { openDatabase } from '../../../server/store/open.ts';
import { createWriter } from '../../../server/writer/writer.ts';
import {
  type BusKind,
  busProgram,
  type BusServer,
  startBusServer,
} from '../../support/bus-server.ts';
import { type PgCluster, postgresPrograms, startPgCluster } from '../../support/pg-cluster.ts';
import { startTestApp } from '../../support/test-app.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { foundTeam, ok, pull } from '../support/team.ts';

/** Shorter than a heartbeat, which would make a lost message good. */
const SOON = { withinMs: 20_000 };

describe.skipIf(postgresPrograms() === undefined)('two processes on one PostgreSQL', () => {
  let cluster: PgCluster | undefined;
  beforeAll(async () => {
    cluster = await startPgCluster({ durable: false });
  });
  afterAll(async () => {
    await cluster?.stop();
  });

  for (const kind of ['redis', 'nats'] satisfies readonly BusKind[]) {
    describe.skipIf(busProgram(kind) === undefined)(`with a bus of ${kind}`, () => {
      let server: BusServer | undefined;
      beforeAll(async () => {
        server = await startBusServer(kind);
      });
      afterAll(async () => {
        await server?.kill();
      });

      const open = async (url: string): Promise<Database> => {
        const database = await openDatabase({ url });
        const bus = await openBus({ url: server?.url ?? '', report: () => undefined });
        const close = async () => {
          await bus.close();
          await database.close();
        };
        return { ...database, bus, close };
      };

      it('[PULL-7.1] changes reach the sockets of the other process, and no change is lost with the bus', async () => {
        const url = (await cluster?.createDatabase()) ?? '';
        const [here, there] = [await open(url), await open(url)];
        const setup = await startTestApp(here);
        const { founder, card } = await foundTeam(setup.app, 'ada@field.test', 'Field Work');
        const newEpoch = () => randomBytes(8).toString('hex');
        const report = () => undefined;
        const writer = createWriter({ database: there, now: () => 0, newEpoch, report });
        const hub = createHub({ database: there, writer, now: () => 0, report });
        const session = await there.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow();
        const frames: SocketFrame[] = [];
        const send = (frame: SocketFrame) => frames.push(frame);
        await hub.join(
          { send, waiting: () => 0, close: () => undefined },
          { sessionId: session.id, orgId: founder.orgId ?? '', userId: session.user_id },
        );
        const rename = async (name: string) => {
          ok(await founder.patch(`project-card/update-destroy/${card}/`, { name }));
          return Number((await pull(founder)).body.head);
        };
        const has = (head: number) =>
          frames.some((frame) => frame.type === 'changed' && frame.head === head);
        const first = await rename('With the bus');
        await waitUntil('the change is received', () => has(first), SOON);
        await server?.kill();
        const lost = await rename('Without the bus');
        expect(has(lost)).toBe(false);
        await server?.start();
        await waitUntil('the change is received after the bus is back', () => has(lost), SOON);
        const after = await rename('With the bus again');
        await waitUntil('the next change is received', () => has(after), SOON);
        hub.close();
        await setup.close();
        await here.close();
        await there.close();
      });

      it('refuses a message without the bus, so that its sender sends it again', async () => {
        const bus = await openBus({ url: server?.url ?? '', report: () => undefined });
        await waitUntil(
          'the bus is connected',
          () =>
            bus.check().then(
              () => true,
              () => false,
            ),
          SOON,
        );
        await bus.publish('with the bus');
        await server?.kill();
        await expect(bus.publish('without the bus')).rejects.toThrow();
        await server?.start();
        await bus.close();
      });
    });
  }
});
