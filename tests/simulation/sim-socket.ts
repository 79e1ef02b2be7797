import * as v from 'valibot';
import type { WebSocket } from 'ws';
import { type SocketFrame, socketFrameSchema } from '../../model/protocol/messages.ts';
import type { Session } from '../../sync/browser/session.ts';
import type { Socket } from '../../sync/core/ports/machine.ts';
import type { Device, DeviceSetup } from './device-types.ts';
import type { SeededRandom } from './random.ts';
import type { Life } from './life.ts';
import { tamperPage } from './network.ts';

interface SimSocketOptions {
  readonly setup: DeviceSetup;
  readonly device: Device;
  readonly life: Life;
  readonly random: SeededRandom;
  readonly session: Session;
  /** Schema of the page's build. */
  readonly schema: () => number;
}

/**
 * The engine's socket on the server's real one: frames arrive late and in order, and in bad weather the connection
 * breaks, sometimes without a close event.
 */
export function createSimSocket(options: SimSocketOptions): Socket {
  return {
    connect: ({ frame, closed }) => {
      const connection = createConnection(options, frame, closed);
      void connection.open();
      return connection.close;
    },
  };
}

interface Connection {
  readonly open: () => Promise<void>;
  readonly close: () => void;
}

/** Milliseconds until a broken connection is detected, if it is. */
const NOTICE_MS = 2_000;

function createConnection(
  { setup, device, life, random, session, schema }: SimSocketOptions,
  frame: (frame: SocketFrame) => void,
  closed: () => void,
): Connection {
  const { loop, server } = setup;
  const { line } = device;
  let over = false;
  let silent = false;
  let arrived = 0;
  let remote: WebSocket | undefined;

  const end = () => {
    if (over) return;
    over = true;
    remote?.close();
    if (!life.isOver()) closed();
  };
  const breakOff = () => {
    silent = true;
    remote?.close();
    // Half of the breaks cause no close event: the engine must detect them.
    if (random.chance(0.5)) loop.after(random.int(NOTICE_MS), end);
  };
  const tampered = (message: SocketFrame): SocketFrame => {
    if (message.type !== 'changed' || message.page === undefined) return message;
    // An event with a digest has no list of scopes, and no fault changes the list.
    const { scopes } = message.page;
    const page = { ...message.page, scopes: scopes ?? [] };
    const { scopes: _listed, ...rest } = tamperPage(setup.network.tampers, page, message.stream);
    return { ...message, page: { ...rest, ...(scopes !== undefined && { scopes }) } };
  };
  const deliver = (text: string) => {
    const travel = random.chance(line.weather.slow) ? random.int(5_000) : 3 + random.int(30);
    arrived = Math.max(arrived, loop.now() + travel);
    loop.after(arrived - loop.now(), () => {
      if (over || silent || life.isOver()) return;
      if (line.offline || line.cut || random.chance(line.weather.lostAnswer)) breakOff();
      else frame(tampered(v.parse(socketFrameSchema, JSON.parse(text))));
    });
  };
  const open = async () => {
    await new Promise<void>((resolve) => void loop.after(5 + random.int(60), resolve));
    const process = server.route();
    const token = session.token();
    if (over || life.isOver()) return;
    if (process === undefined || token === undefined || line.offline || line.cut) {
      end();
      return;
    }
    const socket = await process.app.fastify.injectWS('/ws/sync/');
    remote = socket;
    if (over || life.isOver()) {
      socket.close();
      return;
    }
    socket.on('message', (data: Buffer) => {
      if (!process.isDead()) deliver(data.toString('utf8'));
    });
    socket.on('close', () => {
      // After the frames sent before it, because the last one contains the reason.
      loop.after(Math.max(0, arrived - loop.now()), () => {
        if (!silent) end();
      });
    });
    socket.on('error', end);
    const organization = device.person.orgId;
    const hello = { type: 'hello', token, organization, schema: schema() };
    socket.send(JSON.stringify({ ...hello, scopes_digest: true }));
  };
  life.onEnd(() => remote?.terminate());
  return {
    open: async () => {
      try {
        await open();
      } catch {
        // The server was killed during the handshake.
        end();
      }
    },
    close: end,
  };
}
