/** Shared test devices: a reused device is empty. */
import { controlled, signIn } from './support/app.ts';
import { createDevicePool } from './support/devices.ts';
import { expect, test } from './support/scenario.ts';

test('a reused device has the app installed and no data of the previous scenario', async ({
  browser,
  organization,
  server,
}) => {
  const pool = createDevicePool(server.port);
  try {
    const first = await pool.open(browser);
    const { page } = first.device;
    await signIn(page, organization.founder.person);
    await page.evaluate(async () => {
      localStorage.setItem('left', 'behind');
      await (await caches.open('cairn-files-somebody')).put('/left', new Response('behind'));
    });
    first.device.network.cut();
    await first.release();

    const again = await pool.open(browser);
    expect(again.device.network.url).toBe(first.device.network.url);
    const left = await again.device.page.evaluate(async () => ({
      caches: (await caches.keys()).filter((name) => !name.startsWith('workbox-precache')),
      databases: await indexedDB.databases(),
      local: localStorage.length,
      workers: (await navigator.serviceWorker.getRegistrations()).length,
    }));
    expect(left).toEqual({ caches: [], databases: [], local: 0, workers: 1 });
    const visited = again.device.page;
    await visited.goto('/');
    await controlled(visited);
    await expect(visited.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    // Access to the context may change it permanently.
    expect(await again.device.context.cookies()).toEqual([]);
    await again.release();
    const other = await pool.open(browser);
    expect(other.device.network.url).not.toBe(first.device.network.url);
    await other.release();
  } finally {
    await pool.close();
  }
});
