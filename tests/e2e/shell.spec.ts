/** The app shell: offline start, cached files, and updates. */
import { createHash } from 'node:crypto';
import { startChangedShell } from '../support/changed-shell.ts';
import { controlled, fillSignIn, signIn } from './support/app.ts';
import { expect, test } from './support/scenario.ts';

test('the first visit is enough: reload, root and deep links open with the network cut', async ({
  newDevice,
}) => {
  const { page, network } = await newDevice({ firstVisit: true });
  await page.goto('/');
  await controlled(page);
  network.cut();
  for (const path of ['/', '/signup', '/workspace/some-project?task=unknown', '/nowhere']) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(200);
    await expect(page, path).toHaveTitle(/Cairn/);
    await expect(page.locator('#root > *').first(), path).toBeAttached();
  }
  await page.reload();
  await expect(page).toHaveTitle(/Cairn/);
});

test('server paths are never answered by the shell', async ({ newDevice }) => {
  const { page, network } = await newDevice({ firstVisit: true });
  await page.goto('/');
  await controlled(page);
  network.cut();
  for (const path of ['/rest/docs', '/healthz', '/sw.js', '/assets/gone-123.js']) {
    await expect(page.goto(path), path).rejects.toThrow(/ERR_/);
  }
});

test('a script that does not exist is an error and not a page', async ({ request, server }) => {
  const answer = await request.get(`${server.url}/assets/gone-123.js`);
  expect(answer.status()).toBe(404);
});

test('Cache Storage contains the shell and no API response', async ({ newDevice }) => {
  const { page } = await newDevice({ firstVisit: true });
  await page.goto('/');
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

test('cached assets are what the server would send, with its headers', async ({
  newDevice,
  server,
}) => {
  const { page } = await newDevice({ firstVisit: true });
  await page.goto('/');
  await controlled(page);
  const cached = await page.evaluate(async () => {
    const shell = (await caches.keys()).find((name) => name.includes('precache')) ?? '';
    const cache = await caches.open(shell);
    const found = [];
    for (const { url } of await cache.keys()) {
      const response = await cache.match(url);
      if (response === undefined || !url.includes('/assets/')) continue;
      const digest = await crypto.subtle.digest('SHA-256', await response.arrayBuffer());
      found.push({
        path: new URL(url).pathname,
        headers: Object.fromEntries(response.headers),
        sha256: [...new Uint8Array(digest)]
          .map((byte) => byte.toString(16).padStart(2, '0'))
          .join(''),
      });
    }
    return found;
  });
  expect(cached.length).toBeGreaterThan(100);
  for (const { path, headers, sha256 } of cached) {
    const sent = await page.request.get(`${server.url}${path}`);
    const now = sent.headers();
    for (const name of ['content-type', 'content-security-policy', 'cross-origin-embedder-policy'])
      expect(headers[name], `${path}: ${name}`).toBe(now[name]);
    expect(
      createHash('sha256')
        .update(await sent.body())
        .digest('hex'),
      path,
    ).toBe(sha256);
  }
});

test('the app can be installed: name, start page, icons of both purposes, screenshots of both widths', async ({
  newDevice,
}) => {
  const { page } = await newDevice({ firstVisit: true });
  await page.goto('/');
  const devtools = await page.context().newCDPSession(page);
  const { errors, data } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? '{}');
  const values = (list: Record<string, string>[], field: string) => list.map((one) => one[field]);
  expect(values(manifest.icons, 'purpose')).toContain('maskable');
  expect(values(manifest.screenshots, 'form_factor')).toEqual(
    expect.arrayContaining(['wide', 'narrow']),
  );
  for (const { src } of [...manifest.icons, ...manifest.screenshots]) {
    const answer = await page.request.get(new URL(src, page.url()).href);
    expect(answer.headers()['content-type'], src).toMatch(/^image\//);
  }
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  const reasons = installabilityErrors.map(({ errorId }) => errorId);
  expect(reasons.filter((reason) => reason !== 'in-incognito')).toEqual([]);
});

test("a new version waits for the person's consent, and a tab that did not agree continues undisturbed", async ({
  browser,
  organization,
  server,
}) => {
  const shell = await startChangedShell({ port: server.port });
  const context = await browser.newContext({ baseURL: shell.url });
  try {
    const first = await context.newPage();
    await signIn(first, organization.founder.person);
    const second = await context.newPage();
    await second.goto('/home-view');
    await controlled(second);
    await second.evaluate(() => document.body.setAttribute('data-mark', 'not reloaded'));

    // The new version has other files for the notes; the tab that was not reloaded still needs the
    // old ones.
    const notes = /\/assets\/notes/;
    const before = await first.getByRole('main').boundingBox();
    shell.publish(notes);
    await first.evaluate(async () => {
      await (await navigator.serviceWorker.ready).update();
    });
    const words = /New version ready/;
    await expect(first.getByText(words)).toBeVisible();
    await expect(second.getByText(words)).toBeVisible();
    // The offer displaces no content, and it can be postponed.
    expect(await first.getByRole('main').boundingBox()).toEqual(before);
    // It does not cover a panel that leaves no room for it.
    const wide = first.viewportSize() ?? { width: 1280, height: 720 };
    await first.setViewportSize({ width: 390, height: 844 });
    await first.goto('/home-view?panel=notes');
    await expect(first.getByRole('dialog', { name: 'Notes' })).toBeVisible();
    await expect(first.getByText(words)).toBeHidden();
    await first.keyboard.press('Escape');
    await expect(first.getByText(words)).toBeVisible();
    await first.setViewportSize(wide);
    await second.getByRole('button', { name: 'Later' }).click();
    await expect(second.getByText(words)).toHaveCount(0);

    const reloaded = first.waitForEvent('load');
    await first.getByRole('button', { name: 'Reload' }).click();
    await reloaded;
    await controlled(first);
    await expect(first.getByRole('main')).toBeVisible();
    await expect(first.getByText(words)).toHaveCount(0);

    const listed = await first.evaluate(async () => {
      const precache = (await caches.keys()).find((name) => name.includes('precache')) ?? '';
      return (await (await caches.open(precache)).keys()).map(({ url }) => url);
    });
    expect(listed.filter((url) => notes.test(url))).toEqual([]);
    await (await context.newCDPSession(second)).send('Network.clearBrowserCache');

    await expect(second.locator('body')).toHaveAttribute('data-mark', 'not reloaded');
    await second.getByRole('link', { name: /Notes/ }).first().click();
    await expect(second.getByText('No notes available. Create your first note!')).toBeVisible();
    await expect(second.locator('body')).toHaveAttribute('data-mark', 'not reloaded');
  } finally {
    await context.close();
    await shell.close();
  }
});

test('a sign-in that was begun before a new version was published completes after it', async ({
  browser,
  organization,
  server,
}) => {
  const shell = await startChangedShell({ port: server.port });
  const context = await browser.newContext({ baseURL: shell.url });
  try {
    const page = await context.newPage();
    await page.goto('/');
    await controlled(page);
    shell.publish();
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.ready).update();
    });
    await fillSignIn(page, organization.founder.person);
    await expect(page.getByText(/New version ready/)).toBeVisible();
    await expect(page.getByRole('main')).toBeVisible();
  } finally {
    await context.close();
    await shell.close();
  }
});
