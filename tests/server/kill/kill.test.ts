import { afterEach, describe, expect, it } from 'vitest';
import { postgresPrograms, startPgCluster } from '../../support/pg-cluster.ts';
import { type ServerProcess, SHARED_KEY, startServer } from '../../support/start-server.ts';
import { createPusher, type Founder, found, type Pusher, pullFrom } from './load.ts';

const LONG = 240_000;
const QUIET = { LOG_LEVEL: 'error', REQUESTS_PER_MINUTE: '0' };
const done: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of done.splice(0).toReversed()) await step();
});

describe('a server that is killed under load [sqlite]', () => {
  it(
    'has every acknowledged write after its restart, and none twice',
    { timeout: LONG },
    async () => {
      const server = await startServer({ env: QUIET });
      done.push(server.stop);
      await killUnderLoad(server, async () => {
        await server.kill();
        await server.start();
      });
    },
  );
});

it(
  'a server that is stopped under load exits with 0, and every write is there once',
  { timeout: LONG },
  async () => {
    const server = await startServer({ env: QUIET });
    done.push(server.stop);
    await killUnderLoad(server, async () => {
      expect(await server.terminate()).toBe(0);
      await server.start();
    });
  },
);

describe.skipIf(postgresPrograms() === undefined)(
  'a server that is killed under load [postgres]',
  () => {
    it(
      'has every acknowledged write after its restart, and none twice',
      { timeout: LONG },
      async () => {
        const { server } = await onPostgres();
        await killUnderLoad(server, async () => {
          await server.kill();
          await server.start();
        });
      },
    );

    it(
      'survives a power cut of PostgreSQL, and no acknowledged write is lost',
      { timeout: LONG },
      async () => {
        const { server, cluster } = await onPostgres();
        await killUnderLoad(server, async () => {
          await cluster.kill();
          await cluster.start();
        });
      },
    );

    it(
      'two processes on one database assign each version once, and no pull misses one',
      { timeout: LONG },
      async () => {
        const { server, url } = await onPostgres();
        const second = await startServer({ databaseUrl: url, env: { ...QUIET, ...SHARED_KEY } });
        done.push(second.stop);
        const founder = await found(server.url);
        const pushers = Array.from({ length: 6 }, (_, index) =>
          createPusher(founder, () => (index % 2 === 0 ? server.url : second.url), 5),
        );
        const running = Promise.all(pushers.map((pusher) => pusher.run()));
        const seen = await followUntil(second, founder, async () => {
          await rest(2_500);
          for (const pusher of pushers) pusher.stop();
          await running;
        });
        await expectExactlyOnce(server, founder, pushers);
        const created = pushers.flatMap((pusher) => [...pusher.acknowledged.keys()]);
        expect(created.filter((id) => !seen.has(id))).toEqual([]);
      },
    );
  },
);

async function onPostgres() {
  const cluster = await startPgCluster({ durable: true });
  done.push(cluster.stop);
  const url = await cluster.createDatabase();
  const server = await startServer({ databaseUrl: url, env: { ...QUIET, ...SHARED_KEY } });
  done.push(server.stop);
  return { cluster, url, server };
}

/** Several devices push while the server is killed three times; each sends unanswered calls again. */
async function killUnderLoad(server: ServerProcess, kill: () => Promise<void>): Promise<void> {
  const founder = await found(server.url);
  const pushers = [1, 5, 20, 20].map((batch) => createPusher(founder, () => server.url, batch));
  const running = Promise.all(pushers.map((pusher) => pusher.run()));
  try {
    for (const pause of [400, 650, 900]) {
      await rest(pause);
      await kill();
    }
    await rest(300);
  } finally {
    for (const pusher of pushers) pusher.stop();
  }
  await running;
  await expectExactlyOnce(server, founder, pushers);
}

/** Each write claims one version: as many versions as writes means that none was applied twice. */
async function expectExactlyOnce(
  server: ServerProcess,
  founder: Founder,
  pushers: readonly Pusher[],
): Promise<void> {
  const rows = new Map<string, number>();
  let head = 0;
  for (let since = founder.head; ;) {
    const page = await pullFrom(server.url, founder, since);
    for (const change of page.changes) rows.set(change.id, change.v);
    head = page.head;
    since = page.next;
    if (page.complete) break;
  }
  const acknowledged = new Map(pushers.flatMap((pusher) => [...pusher.acknowledged]));
  expect(acknowledged.size).toBeGreaterThan(0);
  expect(rows).toEqual(acknowledged);
  expect(head - founder.head).toBe(acknowledged.size);
}

/** Pulls repeatedly, as a device does, until `work` is done and nothing is left. */
async function followUntil(
  server: ServerProcess,
  founder: Founder,
  work: () => Promise<void>,
): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  let ended = false;
  const working = work().finally(() => {
    ended = true;
  });
  for (let since = founder.head; ;) {
    const last = ended;
    const page = await pullFrom(server.url, founder, since);
    for (const change of page.changes) seen.add(change.id);
    since = page.next;
    if (last && page.complete) break;
  }
  await working;
  return seen;
}

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
