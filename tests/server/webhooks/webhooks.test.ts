import { createHmac } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { claimDeliveries, sweepDeliveries } from '../../../server/webhooks/deliveries.ts';
import type { WebhookRequest } from '../../../server/webhooks/http-sender.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { foundTeam, freshId, hire, ok, type Team } from '../support/team.ts';

const HOUR_MS = 60 * 60_000;
const URL = 'https://hooks.example.org/cairn';
const OTHER_URL = 'https://other.example.org/cairn';

interface Received extends WebhookRequest {
  readonly at: number;
}

interface Scene extends Team {
  readonly received: Received[];
  /** What the receiver answers; a text is the code of an error. */
  readonly receiver: {
    answer: number | string;
    /** Delays the response to requests of one address. */
    slow?: { readonly url: string; readonly until: Promise<void> };
  };
}

forEachDatabase('webhooks', (open) => {
  const running: TestApp[] = [];
  const start = async (): Promise<Scene> => {
    const received: Received[] = [];
    const receiver: Scene['receiver'] = { answer: 204 };
    const setup = await startTestApp(await open(), {
      sendWebhook: async (request) => {
        received.push({ ...request, at: setup.clock.time });
        const { answer, slow } = receiver;
        if (slow?.url === request.url) await slow.until;
        if (typeof answer === 'number') return answer;
        throw Object.assign(new Error('Failed'), { code: answer });
      },
    });
    running.push(setup);
    const team = await foundTeam(setup.app, 'ada@field.test', 'Field Work');
    return { setup, ...team, received, receiver };
  };
  afterEach(async () => {
    for (const setup of running.splice(0)) await setup.close();
  });

  it('receive each mutation of their kinds, signed, with ids and no text', async () => {
    const scene = await start();
    const { founder, received } = scene;
    const { id, secret } = await createHook(scene, ['workspace-create', 'workspace-edit']);
    const created = ok(await founder.post('workspace/create/', { name: 'Harbour', desc: '' }));
    const workspace = created.body.data.id;
    ok(await founder.post('groups/create/', { name: 'Quiet', members: [] }));
    ok(await founder.patch(`workspace/update-destroy/${workspace}/`, { name: 'Port' }));
    await settle(scene);
    const bodies = received.map(({ body }) => JSON.parse(body));
    expect(bodies).toMatchObject([
      { kind: 'workspace-create', row: { table: 'workspaces', id: workspace } },
      { kind: 'workspace-edit', row: { table: 'workspaces', id: workspace } },
    ]);
    expect(bodies[0]).toMatchObject({
      organization: Number(founder.orgId),
      by: Number(founder.orgUserId),
      at: '2026-03-02T09:00:00.000Z',
    });
    expect(bodies[1].version).toBeGreaterThan(bodies[0].version);
    expect(JSON.stringify(bodies)).not.toMatch(/Harbour|Port/);
    for (const request of received) expect(isSignedBy(request, secret)).toBe(true);
    const listed = ok(await founder.get('api/webhook/delivery/list/', { query: { webhook: id } }));
    expect(listed.body.data).toMatchObject([
      { state: 'delivered', outcome: '204', attempts: 1 },
      { state: 'delivered', outcome: '204', attempts: 1 },
    ]);
  });

  it('receive nothing of conversations, personal rows, other organisations and calls that change nothing', async () => {
    const scene = await start();
    const { founder, received, project } = scene;
    await createHook(scene, []);
    ok(await founder.post('groups/create/', { name: 'Quiet', members: [] }));
    ok(await founder.post('todo-task/create/', { name: 'Mine alone' }));
    const other = await foundTeam(scene.app, 'eve@else.test', 'Elsewhere');
    ok(await other.founder.post('workspace/create/', { name: 'Theirs', desc: '' }));
    expect((await founder.post('workspace/create/', { name: '' })).status).toBe(400);
    ok(await founder.patch(`project/update-destroy/${project}/`, { name: 'Wells' }));
    await settle(scene);
    expect(received).toEqual([]);
  });

  it('are tried again after growing pauses, in the order of the changes', async () => {
    const scene = await start();
    const { founder, setup, received, receiver } = scene;
    await createHook(scene, []);
    receiver.answer = 503;
    ok(await founder.post('workspace/create/', { name: 'First', desc: '' }));
    ok(await founder.post('workspace/create/', { name: 'Second', desc: '' }));
    await settle(scene);
    for (const pause of [10_000, 20_000, 40_000]) {
      setup.clock.time += pause - 1;
      const before = received.length;
      await settle(scene);
      expect(received.length, `before ${pause}`).toBe(before);
      setup.clock.time += 1;
      await settle(scene);
      expect(received.length, `after ${pause}`).toBe(before + 1);
    }
    const first = received[0]?.headers['webhook-id'];
    expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([first]));
    receiver.answer = 200;
    setup.clock.time += 6 * HOUR_MS;
    await settle(scene);
    const [last, next] = received.slice(-2).map(({ headers }) => headers['webhook-id']);
    expect(last).toBe(first);
    expect(next).not.toBe(first);
  });

  it('are listed with the end of their pause, what waits, and the last attempt', async () => {
    const scene = await start();
    const { founder, setup, receiver } = scene;
    const { id } = await createHook(scene, []);
    const hooks = async () => ok(await founder.get('api/webhook/list/')).body.data;
    const nextAt = async () => {
      const query = { webhook: id };
      const { body } = ok(await founder.get('api/webhook/delivery/list/', { query }));
      return body.data.map(({ next_at }: { readonly next_at: number | null }) => next_at);
    };
    expect(await hooks()).toMatchObject([{ paused_until: null, waiting: 0, last: null }]);
    receiver.answer = 503;
    const now = setup.clock.time;
    ok(await founder.post('workspace/create/', { name: 'First', desc: '' }));
    ok(await founder.post('workspace/create/', { name: 'Second', desc: '' }));
    await settle(scene);
    const last = { state: 'waiting', tried_at: now, outcome: '503' };
    expect(await hooks()).toMatchObject([{ paused_until: now + 10_000, waiting: 2, last }]);
    expect(await nextAt(), 'the second waits behind the first').toEqual([
      now + 10_000,
      now + 10_000,
    ]);
    ok(await founder.post('api/webhook/update/', { id, active: false }));
    expect(await hooks()).toMatchObject([{ active: false, paused_until: null, waiting: 2 }]);
    expect(await nextAt()).toEqual([null, null]);
    receiver.answer = 204;
    ok(await founder.post('api/webhook/update/', { id, active: true }));
    await settle(scene);
    expect(await hooks()).toMatchObject([
      { paused_until: null, waiting: 0, last: { state: 'delivered', outcome: '204' } },
    ]);
    expect(await nextAt()).toEqual([null, null]);
  });

  it('list their deliveries for 30 days', async () => {
    const scene = await start();
    const { app, founder, setup } = scene;
    const { id } = await createHook(scene, []);
    ok(await founder.post('workspace/create/', { name: 'Old', desc: '' }));
    await settle(scene);
    setup.clock.time += 24 * HOUR_MS;
    await again(scene);
    ok(await founder.post('workspace/create/', { name: 'New', desc: '' }));
    await settle(scene);
    const listed = async () => {
      const query = { webhook: id };
      return ok(await founder.get('api/webhook/delivery/list/', { query })).body.data.length;
    };
    const sweep = (now: number) =>
      app.services.writer.separate(async (tx) => sweepDeliveries(await tx.db(), now));
    await sweep(setup.clock.time + 29 * 24 * HOUR_MS);
    expect(await listed()).toBe(2);
    await sweep(setup.clock.time + 29 * 24 * HOUR_MS + 1);
    expect(await listed()).toBe(1);
  });

  it('that fail for days are switched off; what waited can be replayed', async () => {
    const scene = await start();
    const { founder, setup, received, receiver } = scene;
    const { id } = await createHook(scene, []);
    receiver.answer = 'ECONNREFUSED';
    ok(await founder.post('workspace/create/', { name: 'Harbour', desc: '' }));
    await settle(scene);
    for (let hour = 0; hour < 80; hour += 6) {
      setup.clock.time += 6 * HOUR_MS;
      await settle(scene);
    }
    await again(scene);
    expect(ok(await founder.get('api/webhook/list/')).body.data).toMatchObject([{ active: false }]);
    const query = { webhook: id };
    const { body } = ok(await founder.get('api/webhook/delivery/list/', { query }));
    expect(body.data).toMatchObject([{ state: 'failed', outcome: 'ECONNREFUSED' }]);
    const before = received.length;
    ok(await founder.post('workspace/create/', { name: 'While off', desc: '' }));
    receiver.answer = 200;
    ok(await founder.post('api/webhook/update/', { id, active: true }));
    ok(await founder.post('api/webhook/delivery/replay/', { id: body.data[0].id }));
    await settle(scene);
    expect(received.slice(before).map(({ headers }) => headers['webhook-id'])).toEqual([
      body.data[0].id,
    ]);
  });

  it('are given three days from the first failure, also those that have waited longer', async () => {
    const scene = await start();
    const { founder, setup, receiver } = scene;
    const { id } = await createHook(scene, []);
    const isActive = async () => {
      await again(scene);
      return ok(await founder.get('api/webhook/list/')).body.data[0].active;
    };
    receiver.answer = 503;
    ok(await founder.post('workspace/create/', { name: 'Harbour', desc: '' }));
    await settle(scene);
    ok(await founder.post('api/webhook/update/', { id, active: false }));
    setup.clock.time += 4 * 24 * HOUR_MS;
    await again(scene);
    ok(await founder.post('api/webhook/update/', { id, active: true }));
    await settle(scene);
    expect(await isActive(), 'after the first failure').toBe(true);
    setup.clock.time += 71 * HOUR_MS;
    await settle(scene);
    expect(await isActive(), 'within three days').toBe(true);
    setup.clock.time += 7 * HOUR_MS;
    await settle(scene);
    expect(await isActive(), 'after three days').toBe(false);
    // One that was delivered ends the time of failing.
    ok(await founder.post('api/webhook/update/', { id, active: true }));
    ok(await founder.post('workspace/create/', { name: 'Pier', desc: '' }));
    await settle(scene);
    receiver.answer = 204;
    setup.clock.time += HOUR_MS;
    await settle(scene);
    setup.clock.time += 80 * HOUR_MS;
    await again(scene);
    receiver.answer = 503;
    ok(await founder.post('workspace/create/', { name: 'Quay', desc: '' }));
    await settle(scene);
    expect(await isActive(), 'after a success').toBe(true);
  });

  it('of one organisation are not delayed by the backlog of another', async () => {
    const scene = await start();
    const { app, received } = scene;
    const other = { ...scene, ...(await foundTeam(app, 'eve@else.test', 'Elsewhere')) };
    const [busy, quiet] = [await createHook(scene, []), await createHook(other, [])];
    const before = scene.setup.clock.time - 60_000;
    await app.services.writer.separate(async (tx) => {
      const db = await tx.db();
      const [first, second] = [scene.founder.orgId ?? '', other.founder.orgId ?? ''];
      for (let n = 0; n < 120; n += 1) {
        await db
          .insertInto('webhook_deliveries')
          .values(waiting({ orgId: first, webhook: busy.id, version: n, at: before }))
          .execute();
      }
      await db
        .insertInto('webhook_deliveries')
        .values(waiting({ orgId: second, webhook: quiet.id, version: 999, at: before }))
        .execute();
    });
    await settle(scene);
    expect(received).toHaveLength(121);
    const place = received.findIndex(({ body }) => body === `${quiet.id} 999`);
    expect(place).toBeLessThan(20);
    const versions = received.filter(({ body }) => body.startsWith(busy.id));
    expect(versions).toHaveLength(120);
  });

  it('of one organisation do not wait for the slow receiver of another', async () => {
    const scene = await start();
    const { received, receiver } = scene;
    const other = { ...scene, ...(await foundTeam(scene.app, 'eve@else.test', 'Elsewhere')) };
    await createHook(scene, []);
    await createHook(other, [], OTHER_URL);
    const { promise, resolve } = Promise.withResolvers<void>();
    receiver.slow = { url: URL, until: promise };
    ok(await scene.founder.post('workspace/create/', { name: 'First', desc: '' }));
    await expect.poll(() => received.map(({ url }) => url)).toEqual([URL]);
    ok(await scene.founder.post('workspace/create/', { name: 'Second', desc: '' }));
    ok(await other.founder.post('workspace/create/', { name: 'Theirs', desc: '' }));
    await expect.poll(() => received.map(({ url }) => url)).toEqual([URL, OTHER_URL]);
    resolve();
    await settle(scene);
    const own = received.filter(({ url }) => url === URL).map(({ body }) => JSON.parse(body));
    expect(own.map(({ version }) => version)).toEqual(
      own.map(({ version }) => version).toSorted((a, b) => a - b),
    );
    expect(own).toHaveLength(2);
  });

  it('are claimed by one process at a time, in their order', async () => {
    const scene = await start();
    const { app, founder, setup } = scene;
    const { id } = await createHook(scene, []);
    ok(await founder.post('api/webhook/update/', { id, active: false }));
    const claim = () =>
      app.services.writer.separate(async (tx) => claimDeliveries(await tx.db(), setup.clock.time));
    await app.services.webhooks.close();
    const queue = (version: number) =>
      app.services.writer.separate(async (tx) => {
        const db = await tx.db();
        await db.updateTable('webhooks').set({ active: 1 }).where('id', '=', id).execute();
        const orgId = founder.orgId ?? '';
        await db
          .insertInto('webhook_deliveries')
          .values(waiting({ orgId, webhook: id, version, at: setup.clock.time }))
          .execute();
      });
    await queue(1);
    expect((await claim()).map(({ body }) => body)).toEqual([`${id} 1`]);
    await queue(2);
    expect(await claim(), 'while the first is being sent').toEqual([]);
    setup.clock.time += 150_000;
    const again = await claim();
    expect(
      again.map(({ body }) => body),
      'the process has died',
    ).toEqual([`${id} 1`, `${id} 2`]);
  });

  it('that were not tried before a stop wait for the next process, without a pause', async () => {
    const scene = await start();
    const { founder, setup, app, received, receiver } = scene;
    await createHook(scene, ['workspace-create']);
    receiver.answer = 503;
    for (const name of ['First', 'Second', 'Third'])
      ok(await founder.post('workspace/create/', { name, desc: '' }));
    await settle(scene);
    setup.clock.time += 10_000;
    received.length = 0;
    receiver.answer = 204;
    const { promise, resolve } = Promise.withResolvers<void>();
    receiver.slow = { url: URL, until: promise };
    app.services.webhooks.wake();
    await expect.poll(() => received.length).toBe(1);
    const closed = app.close();
    resolve();
    await closed;
    expect(received).toHaveLength(1);
    const rows = await app.services.database.db
      .selectFrom('webhook_deliveries')
      .select(['state', 'next_at'])
      .orderBy('version')
      .execute();
    expect(rows.map(({ state }) => state)).toEqual(['delivered', 'waiting', 'waiting']);
    for (const { next_at } of rows.slice(1)) expect(next_at).toBeLessThanOrEqual(setup.clock.time);
  });

  it('that wait when a webhook gets another address are sent there', async () => {
    const scene = await start();
    const { founder, received, receiver } = scene;
    const { id } = await createHook(scene, []);
    receiver.answer = 503;
    for (const name of ['First', 'Second', 'Third']) {
      ok(await founder.post('workspace/create/', { name, desc: '' }));
    }
    await settle(scene);
    const { promise, resolve } = Promise.withResolvers<void>();
    receiver.answer = 204;
    receiver.slow = { url: URL, until: promise };
    received.length = 0;
    scene.setup.clock.time += 10_000;
    const settled = settle(scene);
    await expect.poll(() => received.length).toBe(1);
    ok(await founder.post('api/webhook/update/', { id, url: OTHER_URL }));
    resolve();
    await settled;
    expect(received.map(({ url }) => url)).toEqual([URL, OTHER_URL, OTHER_URL]);
  });

  it('that another process has switched on receive the first write after a pause', async () => {
    const scene = await start();
    const { app, founder, setup, received } = scene;
    const { id } = await createHook(scene, []);
    ok(await founder.post('api/webhook/update/', { id, active: false }));
    await app.services.writer.separate(async (tx) => {
      const db = await tx.db();
      await db.updateTable('webhooks').set({ active: 1 }).where('id', '=', id).execute();
    });
    setup.clock.time += 5_000;
    ok(await founder.post('workspace/create/', { name: 'Harbour', desc: '' }));
    await settle(scene);
    expect(received).toHaveLength(1);
  });

  it('are signed with both secrets for a day after one was replaced', async () => {
    const scene = await start();
    const { founder, setup, received } = scene;
    const { id, secret: former } = await createHook(scene, []);
    const secret = ok(await founder.post('api/webhook/rotate/', { id })).body.data.secret;
    ok(await founder.post('workspace/create/', { name: 'During', desc: '' }));
    await settle(scene);
    expect([secret, former].map((one) => isSignedBy(received[0], one))).toEqual([true, true]);
    setup.clock.time += 24 * HOUR_MS;
    await again(scene);
    ok(await founder.post('workspace/create/', { name: 'After', desc: '' }));
    await settle(scene);
    expect([secret, former].map((one) => isSignedBy(received[1], one))).toEqual([true, false]);
  });

  it('are for Level 1 alone, and for public addresses', async () => {
    const scene = await start();
    const { founder } = scene;
    const { id } = await createHook(scene, []);
    const person = await hire(scene, 'member@field.test', 'Manager');
    const query = { webhook: id };
    for (const reply of [
      await person.get('api/webhook/list/'),
      await person.get('api/webhook/delivery/list/', { query }),
      await person.post('api/webhook/create/', { url: URL }),
      await person.post('api/webhook/update/', { id, active: false }),
      await person.post('api/webhook/rotate/', { id }),
      await person.post('api/webhook/delivery/replay/', { id }),
      await person.post('api/webhook/end/', { id }),
    ]) {
      expect.soft(reply.status).toBe(403);
    }
    for (const url of [
      'http://hooks.example.org/',
      'https://localhost/',
      'https://hooks.internal./',
      'https://127.0.0.1/',
      'https://2130706433/',
      'https://[::1]/',
      'https://[::ffff:10.0.0.1]/',
      'https://169.254.169.254/latest/meta-data/',
      'https://user:password@hooks.example.org/',
      'ftp://hooks.example.org/',
    ]) {
      expect
        .soft([url, (await founder.post('api/webhook/create/', { url })).status])
        .toEqual([url, 400]);
    }
    const kinds = ['no-such-mutation'];
    expect((await founder.post('api/webhook/create/', { url: URL, kinds })).status).toBe(400);
    const listed = ok(await founder.get('api/webhook/list/'));
    expect(listed.body.data).toHaveLength(1);
    expect(listed.text).not.toContain('whsec_');
    ok(await founder.post('workspace/create/', { name: 'Harbour', desc: '' }));
    await settle(scene);
    const own = ok(await founder.get('api/webhook/delivery/list/', { query })).body.data;
    expect(own.length).toBeGreaterThan(0);
    const other = await foundTeam(scene.app, 'eve@else.test', 'Elsewhere');
    expect((await other.founder.post('api/webhook/end/', { id })).status).toBe(404);
    expect((await other.founder.post('api/webhook/rotate/', { id })).status).toBe(404);
    const replay = { id: own[0].id };
    expect((await other.founder.post('api/webhook/delivery/replay/', replay)).status).toBe(404);
    const foreign = await other.founder.get('api/webhook/delivery/list/', { query });
    expect(foreign.body.data).toEqual([]);
    expect(ok(await founder.get('api/webhook/delivery/list/', { query })).body.data).toEqual(own);
    ok(await founder.post('api/webhook/end/', { id }));
    expect(ok(await founder.get('api/webhook/list/')).body.data).toEqual([]);
  });
});

async function createHook(
  { founder }: Team,
  kinds: readonly string[],
  url = URL,
): Promise<{ readonly id: string; readonly secret: string }> {
  const { body } = ok(await founder.post('api/webhook/create/', { url, kinds }));
  expect(body.data.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  return body.data;
}

/** A delivery that has not been sent. Its body names the webhook and the version. */
function waiting({
  orgId,
  webhook,
  version,
  at,
}: {
  readonly orgId: string;
  readonly webhook: string;
  readonly version: number;
  readonly at: number;
}) {
  return {
    id: freshId(),
    org_id: orgId,
    webhook,
    kind: 'workspace-create',
    body: `${webhook} ${String(version)}`,
    version,
    state: 'waiting' as const,
    attempts: 0,
    next_at: at,
    created_at: at,
    tried_at: null,
    outcome: null,
  };
}

function settle({ app }: Team): Promise<void> {
  return app.services.webhooks.settle();
}

/** A session lasts shorter than the tests move the clock. */
async function again({ founder, app }: Team): Promise<void> {
  const reply = await app.fastify.inject({
    method: 'POST',
    url: '/rest/api/user-login/',
    payload: { email: 'ada@field.test', password: 'correct horse battery' },
  });
  founder.token = reply.json().data.access_token;
}

/** As a receiver checks it: one valid signature is enough. */
function isSignedBy(request: WebhookRequest | undefined, secret: string): boolean {
  const { headers = {}, body = '' } = request ?? {};
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
  return headers['webhook-signature']?.split(' ').includes(expected) === true;
}
