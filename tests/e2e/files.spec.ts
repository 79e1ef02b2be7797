/**
 * A photo picked offline: shown at once, kept over a killed browser, uploaded in parts, received by
 * others.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import sharp from 'sharp';
import { PART_BYTES } from '../../model/shared/file-limits.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { expectPill, pill, signIn, signInAgain } from './support/app.ts';
import { openBoard, openTask, signInToBoard, tile } from './support/board.ts';
import { makeProject } from './support/organization.ts';
import { startBrowser } from './support/real-browser.ts';
import { expect, test } from './support/scenario.ts';

test('a photo picked offline is on the tile at once, survives a kill, and is uploaded in parts over a failing network', async ({
  newDevice,
  organization,
  server,
}) => {
  test.slow();
  const { founder } = organization;
  const ben = await organization.addPerson('Ben Moor', 'Manager');
  const project = await makeProject(founder, {
    cards: { 'To do': ['Survey the well'] },
    members: [ben.person],
  });
  const photo = await noisyPhoto();
  const count = Math.ceil(photo.length / PART_BYTES);
  const network = await startFaultProxy({ port: server.port });
  const profile = mkdtempSync(join(tmpdir(), 'cairn-profile-'));
  let browser = await startBrowser(profile);
  try {
    await signIn(browser.page, founder.person, network.url);
    await openBoard(browser.page, `${network.url}${project.path}`);
    network.cut();
    const panel = await openTask(browser.page, 'Survey the well');
    await panel
      .getByLabel('Image of the task')
      .setInputFiles({ name: 'well.jpg', mimeType: 'image/jpeg', buffer: photo });
    await isSeen(panel.getByRole('img', { name: 'well.jpg' }));
    await isSeen(tile(browser.page, 'Survey the well').locator('img'));
    await expect(panel).toContainText('On this device, not uploaded yet');
    await expectPill(browser.page, /Offline, \d+ waiting/);
    await browser.kill();

    // The connection breaks each time after the middle part has arrived and before the response.
    const puts: string[] = [];
    const put = /^PUT \/rest\/files\/[^/]+\/parts\/(\d+)/;
    let isBad = true;
    network.heal();
    network.dropReplies({
      matching: (text) => {
        const part = put.exec(text)?.[1];
        if (part !== undefined) puts.push(part);
        return isBad && part === '1';
      },
    });
    const other = await newDevice();
    await signInToBoard(other.page, ben.person, project.path);

    browser = await startBrowser(profile);
    await openBoard(browser.page, `${network.url}${project.path}`);
    await isSeen(tile(browser.page, 'Survey the well').locator('img'));
    // Browsers write cookies to the disk late: the kill may have lost the session, but no work.
    await expectPill(browser.page, /Syncing|Sign in again/);
    if ((await pill(browser.page).innerText()).includes('Sign in again')) {
      await signInAgain(browser.page, founder.person);
    }
    await expect.poll(() => puts.includes('1')).toBe(true);
    const seen = await openTask(other.page, 'Survey the well');
    isBad = false;

    await expectPill(browser.page, 'Up to date');
    await isSeen(seen.getByRole('img', { name: 'well.jpg' }));
    await isSeen(tile(other.page, 'Survey the well').locator('img'));
    // Only the part with the lost response was sent more than once (the browser repeats it by
    // itself).
    const others = Array.from({ length: count }, (_, n) => String(n)).filter((n) => n !== '1');
    expect(puts.filter((n) => n !== '1')).toEqual(others);
  } finally {
    await browser.kill();
    await network.close();
    rmSync(profile, { recursive: true, force: true });
  }
});

/** The image has decoded pixels and is not a broken image. */
async function isSeen(image: Locator): Promise<void> {
  await expect(image).toBeVisible();
  await expect
    .poll(() =>
      image.evaluate((node) => (node instanceof HTMLImageElement ? node.naturalWidth : 0)),
    )
    .toBeGreaterThan(0);
}

/** A photo of several parts; noise resists compression. */
function noisyPhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: 1_600, height: 1_200, channels: 3, background: '#fff', noise } })
    .jpeg({ quality: 98 })
    .toBuffer();
}
