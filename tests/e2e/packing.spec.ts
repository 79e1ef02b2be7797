/** Files come to a device by themselves (FILE-4): nobody has to open them before leaving. */
import { createHash, randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expectPill, signIn } from './support/app.ts';
import { openBoard, openTask } from './support/board.ts';
import { makeProject, removeMember } from './support/organization.ts';
import { expect, test } from './support/scenario.ts';

test('[FILE-4] a person who opened nothing has the photo of a task without a network, sees what is here, and loses the bytes with the right', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const ben = await organization.addPerson('Ben Moor', 'Member');
  const project = await makeProject(founder, {
    name: 'Ridge',
    cards: { Do: ['Well'] },
    members: [ben.person],
  });
  const office = await newDevice();
  await signIn(office.page, founder.person);
  await openBoard(office.page, project.path);
  const panel = await openTask(office.page, 'Well');
  const file = { name: 'Well.png', mimeType: 'image/png', buffer: await photo() };
  await panel.getByLabel('Image of the task').setInputFiles(file);
  const field = await newDevice();
  await signIn(field.page, ben.person);

  await test.step('preview and photo arrive although no task was opened', async () => {
    await expect.poll(() => keptFiles(field.page)).toHaveLength(2);
  });

  await test.step('the page says what is here', async () => {
    await field.page.goto('/ready-for-offline');
    await expect(
      field.page.getByText('All files that you may see are on this device.'),
    ).toBeVisible();
    const ridge = field.page.getByRole('main').getByRole('listitem').filter({ hasText: 'Ridge' });
    await expect(ridge).toContainText('1 of 1 files');
  });

  await test.step('offline, the task shows its photo', async () => {
    await field.page.context().setOffline(true);
    await openBoard(field.page, project.path);
    const task = await openTask(field.page, 'Well');
    const image = task.locator('img').first();
    await expect(image).toBeVisible();
    await expect
      .poll(() => image.evaluate((one) => (one instanceof HTMLImageElement ? one.naturalWidth : 0)))
      .toBeGreaterThan(0);
    await field.page.context().setOffline(false);
  });

  await test.step('the bytes leave with the right', async () => {
    await expectPill(field.page, 'Up to date');
    await removeMember(founder, project.id, ben.person);
    await expect.poll(() => keptFiles(field.page)).toEqual([]);
  });
});

test('[FILE-4.5] a large file whose download is cut continues where it ended', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const ben = await organization.addPerson('Ben Moor', 'Member');
  const project = await makeProject(founder, { cards: { Do: ['Well'] }, members: [ben.person] });
  const [office, field] = [await newDevice(), await newDevice()];
  await signIn(office.page, founder.person);
  await signIn(field.page, ben.person);
  await expectPill(field.page, 'Up to date');
  const ranges: (string | undefined)[] = [];
  field.context.on('request', (request) => {
    if (/\/rest\/files\/[\w-]{36}$/.test(request.url())) ranges.push(request.headers()['range']);
  });
  field.network.stallReplies({
    matching: (request) => /^GET \/rest\/files\/[\w-]{36} /.test(request),
    afterBytes: 5_000_000,
  });
  await openBoard(office.page, project.path);
  const panel = await openTask(office.page, 'Well');
  // Bytes that nothing on the way compresses.
  const bytes = randomBytes(9_000_000);
  const survey = { name: 'Survey.bin', mimeType: 'application/octet-stream', buffer: bytes };
  await panel.getByLabel('Files of the task').setInputFiles(survey);
  await expect.poll(() => field.network.counts().repliesStalled).toBe(1);
  field.network.heal();
  // The pause after a failed download is 30 s.
  await expect.poll(() => keptFiles(field.page), { timeout: 60_000 }).toHaveLength(1);
  const [whole, rest] = ranges;
  expect(whole).toBeUndefined();
  expect(Number(/^bytes=(\d+)-$/.exec(rest ?? '')?.[1])).toBeGreaterThan(1_000_000);
  const digest = createHash('sha256').update(bytes).digest('hex');
  expect(await keptDigest(field.page)).toBe(digest);
});

test('[FILE-4.4] a file that was removed to make room says so, and one tap brings it back', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const ben = await organization.addPerson('Ben Moor', 'Member');
  const project = await makeProject(founder, { cards: { Do: ['Well'] }, members: [ben.person] });
  const [office, field] = [await newDevice(), await newDevice()];
  await signIn(office.page, founder.person);
  await openBoard(office.page, project.path);
  const panel = await openTask(office.page, 'Well');
  const files = ['A', 'B', 'C', 'D', 'E'].map((name) => ({
    name: `${name}.bin`,
    mimeType: 'application/octet-stream',
    buffer: randomBytes(70_000),
  }));
  await panel.getByLabel('Files of the task').setInputFiles(files);
  await signIn(field.page, ben.person);
  await expect.poll(() => keptFiles(field.page)).toHaveLength(files.length);

  await setBudget(field.page, 300_000);
  await openBoard(field.page, project.path);
  const task = await openTask(field.page, 'Well');
  const note = 'Not on this device: removed to make room';
  const removed = task.getByRole('listitem').filter({ hasText: note });
  await expect(removed).toHaveCount(1);
  await expect.poll(() => keptFiles(field.page)).toHaveLength(files.length - 1);
  const again = removed.getByRole('button', { name: /^Fetch .* again$/ });
  const name = /^Fetch (.*) again$/.exec((await again.getAttribute('aria-label')) ?? '')?.[1] ?? '';
  await removed.getByTitle(name).click();
  const gallery = field.page.getByRole('dialog', { name: new RegExp(`^File \\d of 5: ${name}`) });
  await expect(gallery).toContainText(note);
  await gallery.getByRole('button', { name: 'Close' }).click();
  await field.page.goto(`${project.path.replace('/workspace/', '/project-dashboard/')}?tab=files`);
  const listed = field.page.getByRole('list', { name: 'Files' }).getByRole('listitem');
  await expect(listed.filter({ hasText: name })).toContainText(note);
  await expect(listed.filter({ hasText: note })).toHaveCount(1);
  await openBoard(field.page, project.path);
  await openTask(field.page, 'Well');
  await again.click();
  const tile = task.getByRole('listitem').filter({ hasText: name });
  // Its size, and no sentence about its absence.
  await expect(tile).toContainText(/\d+ kB/i);
  await expect(tile).not.toContainText('Not on this device');
  await field.context.setOffline(true);
  const download = field.page.waitForEvent('download');
  await tile.getByRole('button', { name: `Actions for file ${name}` }).click();
  await field.page.getByRole('menuitem', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe(name);
});

/** Sets a budget smaller than those that are offered, in bytes, as the page does. */
async function setBudget(page: Page, budget: number): Promise<void> {
  await page.evaluate(async (bytes) => {
    const all = await indexedDB.databases();
    const found = all.find(({ name }) => name !== 'cairn-device');
    await new Promise<void>((resolve) => {
      const opening = indexedDB.open(found?.name ?? '');
      opening.onsuccess = () => {
        const transaction = opening.result.transaction('meta', 'readwrite');
        transaction.objectStore('meta').put({ key: 'packing', budget: bytes });
        transaction.oncomplete = () => {
          opening.result.close();
          resolve();
        };
      };
    });
  }, budget);
  await page.reload();
}

/** SHA-256 of the only file in the cache. */
function keptDigest(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const [name = ''] = (await caches.keys()).filter((one) => one.startsWith('cairn-files-'));
    const cache = await caches.open(name);
    const [request] = await cache.keys();
    const response = request === undefined ? undefined : await cache.match(request);
    const hash = await crypto.subtle.digest(
      'SHA-256',
      (await response?.arrayBuffer()) ?? new ArrayBuffer(0),
    );
    return [...new Uint8Array(hash)].map((one) => one.toString(16).padStart(2, '0')).join('');
  });
}

function keptFiles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const found: string[] = [];
    for (const name of names.filter((one) => one.startsWith('cairn-files-'))) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) found.push(url);
    }
    return found;
  });
}

function photo(): Promise<Buffer> {
  const create = { width: 900, height: 600, channels: 3, background: '#2a6' } as const;
  return sharp({ create }).png().toBuffer();
}
