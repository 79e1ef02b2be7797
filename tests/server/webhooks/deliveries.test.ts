import { expect, it } from 'vitest';
import { claimDeliveries } from '../../../server/webhooks/deliveries.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { foundTeam, freshId, ok } from '../support/team.ts';
import { createHook, HOOK_URL, OTHER_URL, sceneStarter, settle } from './scene.ts';

forEachDatabase('deliveries of webhooks', (open) => {
  const start = sceneStarter(open);

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
    receiver.slow = { url: HOOK_URL, until: promise };
    ok(await scene.founder.post('workspace/create/', { name: 'First', desc: '' }));
    await expect.poll(() => received.map(({ url }) => url)).toEqual([HOOK_URL]);
    ok(await scene.founder.post('workspace/create/', { name: 'Second', desc: '' }));
    ok(await other.founder.post('workspace/create/', { name: 'Theirs', desc: '' }));
    await expect.poll(() => received.map(({ url }) => url)).toEqual([HOOK_URL, OTHER_URL]);
    resolve();
    await settle(scene);
    const own = received.filter(({ url }) => url === HOOK_URL).map(({ body }) => JSON.parse(body));
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
    receiver.slow = { url: HOOK_URL, until: promise };
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
    receiver.slow = { url: HOOK_URL, until: promise };
    received.length = 0;
    scene.setup.clock.time += 10_000;
    const settled = settle(scene);
    await expect.poll(() => received.length).toBe(1);
    ok(await founder.post('api/webhook/update/', { id, url: OTHER_URL }));
    resolve();
    await settled;
    expect(received.map(({ url }) => url)).toEqual([HOOK_URL, OTHER_URL, OTHER_URL]);
  });

  it('that were written while the clock was ahead hold nothing up', async () => {
    const scene = await start();
    const { app, founder, setup, received } = scene;
    const { id } = await createHook(scene, []);
    const orgId = founder.orgId ?? '';
    await app.services.writer.separate(async (tx) => {
      const db = await tx.db();
      const at = setup.clock.time + 24 * 60 * 60_000;
      await db
        .insertInto('webhook_deliveries')
        .values(waiting({ orgId, webhook: id, version: 1, at }))
        .execute();
    });
    ok(await founder.post('workspace/create/', { name: 'Harbour', desc: '' }));
    await settle(scene);
    expect(received).toHaveLength(2);
  });
});

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
