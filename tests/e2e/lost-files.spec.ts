/**
 * Bytes of files are removed from a device with the right to read them, whether or not the app ran
 * when the right was revoked.
 */
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expectPill, signIn } from './support/app.ts';
import { openBoard, openTask, tile } from './support/board.ts';
import { makeProject, removeMember } from './support/organization.ts';
import { expect, test } from './support/scenario.ts';

test('[FILE-3] files of a project are neither served nor kept after the person was removed from it, nor is the content of an old cache', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const ben = await organization.addPerson('Ben Moor', 'Member');
  const members = [ben.person];
  const first = await makeProject(founder, { name: 'Ridge', cards: { Do: ['Well'] }, members });
  const second = await makeProject(founder, { name: 'Valley', cards: { Do: ['Gate'] }, members });
  const office = await newDevice();
  await signIn(office.page, founder.person);
  const field = await newDevice();
  await signIn(field.page, ben.person);
  for (const [project, task] of [
    [first, 'Well'],
    [second, 'Gate'],
  ] as const) {
    await openBoard(office.page, project.path);
    const panel = await openTask(office.page, task);
    const file = { name: `${task}.png`, mimeType: 'image/png', buffer: await photo() };
    await panel.getByLabel('Image of the task').setInputFiles(file);
    await openBoard(field.page, project.path);
    await openTask(field.page, task);
    const image = tile(field.page, task).locator('img');
    await expect(image).toBeVisible();
  }
  await expect.poll(() => keptFiles(field.page)).toHaveLength(4);
  const kept = await keptFiles(field.page);

  await test.step('while the app is open: removed with the rows, previews too', async () => {
    await removeMember(founder, first.id, ben.person);
    await expect.poll(() => keptFiles(field.page)).toHaveLength(2);
  });

  await test.step('while it is closed: removed at the next start', async () => {
    await field.page.goto('about:blank');
    await removeMember(founder, second.id, ben.person);
    await field.page.goto('/mytasks');
    await expectPill(field.page, 'Up to date');
    await expect.poll(() => keptFiles(field.page)).toEqual([]);
  });

  await test.step('a file that is still in the cache is not served', async () => {
    await field.page.evaluate(async (urls) => {
      const names = await caches.keys();
      const name = names.find((one) => one.startsWith('cairn-files-')) ?? '';
      const cache = await caches.open(name);
      for (const url of urls) await cache.put(url, new Response('old bytes'));
    }, kept);
    const answers = await field.page.evaluate(
      (urls) => Promise.all(urls.map(async (url) => (await fetch(url)).status)),
      kept,
    );
    expect(answers).toEqual(kept.map(() => 404));
  });
});

/** Addresses of the files that the service worker has cached. */
function keptFiles(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('cairn-files-'));
    const all = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    );
    return all.flat();
  });
}

function photo(): Promise<Buffer> {
  return sharp({ create: { width: 640, height: 480, channels: 3, background: '#3a7' } })
    .png()
    .toBuffer();
}
