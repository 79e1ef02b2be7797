/** The installed app of a signed-in person opens each screen offline and caches no API response. */
import { controlled, expectPill } from './support/app.ts';
import { openBoard, signInToBoard, tile } from './support/board.ts';
import { makeProject } from './support/organization.ts';
import { expect, test } from './support/scenario.ts';

test('every screen opens without a network with its last content', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: { 'To do': ['Bridge'] } });
  const { context, page, network } = await newDevice({ firstVisit: true });
  await signInToBoard(page, founder.person, project.path);
  await expect(tile(page, 'Bridge')).toBeVisible();
  // A page outside the cache, such as one missed by the first installation, is served by nobody.
  const devtools = await context.newCDPSession(page);
  await devtools.send('Page.reload', { ignoreCache: true });
  await expect(tile(page, 'Bridge')).toBeVisible();
  await controlled(page);
  await page.close();
  network.cut();

  const again = await context.newPage();
  await openBoard(again, project.path);
  await expect(tile(again, 'Bridge')).toBeVisible();
  await expectPill(again, 'Offline');
  await again.reload();
  await expect(tile(again, 'Bridge')).toBeVisible();
  for (const [path, words] of [
    ['/home-view', project.name],
    ['/workspace/dashboard', project.name],
    ['/organization-info', 'Ada Field'],
    ['/notes-view', 'No notes available. Create your first note!'],
    ['/', project.name],
  ] as const) {
    await again.goto(path);
    await expect(again.getByRole('main'), path).toContainText(words);
  }
});

test('after a day of work Cache Storage and local storage hold no rows and no token', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: { 'To do': ['Canary 4711'] } });
  const { page } = await newDevice({ firstVisit: true });
  await signInToBoard(page, founder.person, project.path);
  await expect(tile(page, 'Canary 4711')).toBeVisible();

  const stored = await page.evaluate(async () => {
    const urls: string[] = [];
    let bodies = '';
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        urls.push(new URL(request.url).pathname);
        bodies += (await (await cache.match(request))?.text()) ?? '';
      }
    }
    return {
      urls,
      canary: bodies.includes('Canary 4711'),
      local: JSON.stringify(Object.entries(localStorage)),
    };
  });
  expect(stored.urls.filter((path) => /^\/(rest|ws|healthz)/.test(path))).toEqual([]);
  expect(stored.canary).toBe(false);
  expect(stored.local).not.toContain('Canary 4711');
  expect(stored.local).not.toMatch(/token/i);
});
