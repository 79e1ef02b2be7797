import { connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { afterEach, expect, inject, it } from 'vitest';
import { notifyBus } from '../../../server/store/notify-bus.ts';

const done: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const step of done.splice(0).toReversed()) await step();
});

/** In front of a PostgreSQL: refuses to listen, as one that still recovers does, and keeps the connections. */
async function startRefusing(target: URL) {
  const open = new Set<Socket>();
  const state = { refuses: true, refused: 0 };
  const server = createServer((client) => {
    open.add(client);
    const upstream = connect(Number(target.port), target.hostname);
    client.on('data', (chunk: Buffer) => {
      const at = state.refuses ? chunk.indexOf('listen cairn') : -1;
      if (at >= 0) {
        state.refused += 1;
        chunk.write('refuse', at);
      }
      upstream.write(chunk);
    });
    upstream.on('data', (chunk: Buffer) => client.write(chunk));
    const end = () => {
      open.delete(client);
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  done.push(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  return { port, open, state };
}

const shared = inject('sharedPostgres');
it.skipIf(shared === undefined)(
  'a listener that PostgreSQL refuses is closed, and another one listens when it is accepted',
  async () => {
    const url = new URL(shared?.url ?? '');
    const proxy = await startRefusing(url);
    const through = new URL(url);
    through.hostname = '127.0.0.1';
    through.port = String(proxy.port);
    const pool = new pg.Pool({ connectionString: url.href });
    done.push(() => pool.end());
    const bus = notifyBus({ connectionString: through.href }, pool);
    done.push(bus.close);
    let connected = 0;
    const received: string[] = [];
    bus.listen(
      (message) => received.push(message),
      () => {
        connected += 1;
      },
    );
    await expect.poll(() => proxy.state.refused, { timeout: 10_000 }).toBeGreaterThan(3);
    expect(proxy.open.size).toBeLessThan(3);
    proxy.state.refuses = false;
    await expect.poll(() => connected, { timeout: 10_000 }).toBe(1);
    const other = notifyBus({ connectionString: url.href }, pool);
    done.push(other.close);
    await other.publish('after');
    await expect.poll(() => received).toEqual(['after']);
  },
  40_000,
);
