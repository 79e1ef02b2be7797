/** Several photos added to a task without a network: opened in the gallery, uploaded later, seen on another device. */
import sharp from 'sharp';
import { expectPill } from './support/app.ts';
import { openTask, signInToBoard } from './support/board.ts';
import { makeProject } from './support/organization.ts';
import { expect, test } from './support/scenario.ts';

const NAMES = ['north.png', 'east.png', 'south.png'] as const;

test('photos added offline open in the gallery, reach the server once each, and are seen by others', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const ben = await organization.addPerson('Ben Moor', 'Manager');
  const project = await makeProject(founder, {
    cards: { 'To do': ['Survey the well'] },
    members: [ben.person],
  });
  const mine = await newDevice();
  await signInToBoard(mine.page, founder.person, project.path);
  mine.network.cut();
  const panel = await openTask(mine.page, 'Survey the well');
  const files = panel.getByRole('region', { name: /^Files/ });
  const photos = await Promise.all(
    NAMES.map(async (name, index) => ({ name, mimeType: 'image/png', buffer: await photo(index) })),
  );
  await files.getByLabel('Files of the task').setInputFiles(photos);
  await expect(files.getByRole('listitem')).toHaveCount(3);
  await expect(files).toContainText('Waits for its upload');
  await files.getByTitle('east.png').click();
  const gallery = mine.page.getByRole('dialog', { name: /^File 2 of 3: east\.png/ });
  await expect(gallery.getByRole('img', { name: 'east.png' })).toBeVisible();
  await mine.page.keyboard.press('Escape');
  mine.network.heal();
  await expectPill(mine.page, 'Up to date');

  const other = await newDevice();
  await signInToBoard(other.page, ben.person, project.path);
  const theirs = (await openTask(other.page, 'Survey the well')).getByRole('region', {
    name: /^Files/,
  });
  await expect(theirs.getByRole('listitem')).toHaveCount(3);
  await theirs.getByTitle('south.png').click();
  const shown = other.page.getByRole('dialog', { name: /south\.png/ }).getByRole('img');
  await expect
    .poll(() => shown.evaluate((img) => (img instanceof HTMLImageElement ? img.naturalWidth : 0)))
    .toBe(40);
});

async function photo(index: number): Promise<Buffer> {
  const background = { r: 40 + 60 * index, g: 90, b: 120 };
  return await sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer();
}
