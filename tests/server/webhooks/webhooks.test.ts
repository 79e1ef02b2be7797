import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { sweepDeliveries } from '../../../server/webhooks/deliveries.ts';
import type { WebhookRequest } from '../../../server/webhooks/http-sender.ts';
import { foundTeam, hire, ok, type Team } from '../support/team.ts';
import { createHook, HOOK_URL, sceneStarter, settle } from './scene.ts';

const HOUR_MS = 60 * 60_000;

forEachDatabase('webhooks', (open) => {
  const start = sceneStarter(open);

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
      await person.post('api/webhook/create/', { url: HOOK_URL }),
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
    expect((await founder.post('api/webhook/create/', { url: HOOK_URL, kinds })).status).toBe(400);
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
