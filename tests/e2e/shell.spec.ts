/** The shell: what opens without a network, what is cached and what is not, and when a new version takes over. */
import { expect, test, type Page } from '@playwright/test';
import { startChangedShell } from '../support/changed-shell.ts';
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts';
import { startServer, type ServerProcess } from '../support/start-server.ts';

let server: ServerProcess;
let proxy: FaultProxy;

test.beforeAll(async () => {
  server = await startServer();
  proxy = await startFaultProxy({ port: server.port });
});
test.afterAll(async () => {
  await proxy.close();
  await server.stop();
});
test.afterEach(() => proxy.heal());

test('the first visit is enough: reload, root and a deep link open with the network cut', async ({
  page,
}) => {
  await page.goto(proxy.url);
  await controlled(page);
  const heading = await page.title();
  proxy.cut();
  for (const path of ['/', '/signup', '/workspace/some-project?task=unknown', '/testingview']) {
    const answer = await page.goto(`${proxy.url}${path}`);
    expect(answer?.status(), path).toBe(200);
    expect(await page.title(), path).toContain('Cairn');
    await expect(page.locator('#root > *').first(), path).toBeAttached();
  }
  await page.reload();
  expect(heading).toContain('Cairn');
});

test('server paths are never answered by the shell', async ({ page }) => {
  await page.goto(proxy.url);
  await controlled(page);
  proxy.cut();
  for (const path of ['/rest/docs', '/healthz', '/sw.js', '/assets/gone-123.js']) {
    await expect(page.goto(`${proxy.url}${path}`), path).rejects.toThrow(/ERR_/);
  }
});

test('a script that does not exist is an error and not a page', async ({ request }) => {
  const answer = await request.get(`${server.url}/assets/gone-123.js`);
  expect(answer.status()).toBe(404);
});

test('Cache Storage holds the shell and no answer of the API', async ({ page }) => {
  await page.goto(proxy.url);
  await controlled(page);
  await page.evaluate(() => fetch('/healthz'));
  await page.evaluate(() => fetch('/rest/openapi.json'));
  const cached = await page.evaluate(async () => {
    const names = await caches.keys();
    const all = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    );
    return all.flat().map((url) => new URL(url).pathname);
  });
  expect(cached).toContain('/index.html');
  expect(cached.filter((path) => /^\/(rest|ws|healthz)/.test(path))).toEqual([]);
});

test('the app can be installed: the manifest has a name, icons of both purposes and a start page', async ({
  page,
}) => {
  await page.goto(proxy.url);
  const devtools = await page.context().newCDPSession(page);
  const { errors, data } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? '{}');
  expect(manifest.icons.map((icon: { purpose: string }) => icon.purpose)).toContain('maskable');
  for (const { src } of [...manifest.icons, ...(manifest.screenshots ?? [])]) {
    expect((await page.request.get(`${proxy.url}${src}`)).status(), src).toBe(200);
  }
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  expect(
    installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'),
  ).toEqual([]);
});

test('a new version waits for the person and does not disturb another tab', async ({ context }) => {
  const shell = await startChangedShell({ port: server.port });
  try {
    const [first, second] = [await context.newPage(), await context.newPage()];
    for (const page of [first, second]) {
      await page.goto(shell.url);
      await controlled(page);
    }
    await second.evaluate(() => document.body.setAttribute('data-mark', 'not reloaded'));

    shell.publish();
    await first.evaluate(async () => {
      await (await navigator.serviceWorker.ready).update();
    });
    const prompt = first.getByRole('button', { name: /reload/i });
    await expect(prompt).toBeVisible();
    await expect(second.getByRole('button', { name: /reload/i })).toBeVisible();

    const reloaded = first.waitForEvent('load');
    await prompt.click();
    await reloaded;
    await controlled(first);
    await expect(first.getByRole('button', { name: /reload/i })).toHaveCount(0);
    await expect(second.locator('body')).toHaveAttribute('data-mark', 'not reloaded');
  } finally {
    await shell.close();
  }
});

/** Waits until this page is served by the service worker: only then may the network go. */
async function controlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}
