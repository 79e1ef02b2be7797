/** Drawings on photos without a network: on a file of a task, on the photo of a comment, and before attaching. */
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expectPill } from './support/app.ts';
import { openTask, signInToBoard } from './support/board.ts';
import { PHONE, playedDevices } from './support/media.ts';
import { makeProject } from './support/organization.ts';
import { expect, test } from './support/scenario.ts';

test.use(playedDevices());

test('a drawing made offline is kept beside its photo, and others see both', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const ben = await organization.addPerson('Ben Moor', 'Manager');
  const project = await makeProject(founder, {
    cards: { 'To do': ['Survey the well'] },
    members: [ben.person],
  });
  const mine = await newDevice(PHONE);
  await signInToBoard(mine.page, founder.person, project.path);
  mine.network.cut();
  const panel = await openTask(mine.page, 'Survey the well');
  const files = panel.getByRole('region', { name: /^Files/ });
  await files.getByLabel('Files of the task').setInputFiles({
    name: 'well.png',
    mimeType: 'image/png',
    buffer: await photo(),
  });
  const draw = await openDrawing(mine.page, files);
  await line(mine.page, draw, [0.2, 0.2], [0.8, 0.2]);
  await draw.getByRole('button', { name: 'Arrow' }).click();
  await line(mine.page, draw, [0.2, 0.5], [0.8, 0.5]);
  await expect(marks(draw, 2)).toBeVisible();
  await mine.page.keyboard.press('Control+z');
  await expect(marks(draw, 1)).toBeVisible();
  await mine.page.keyboard.press('Control+Shift+z');
  await expect(marks(draw, 2)).toBeVisible();
  await draw.getByRole('button', { name: 'Text' }).click();
  await tap(mine.page, draw, [0.3, 0.8]);
  await draw.getByLabel('Text on the picture').fill('Crack');
  await mine.page.keyboard.press('Enter');
  await expect(marks(draw, 3)).toBeVisible();
  // Escape asks; a tab that ends without an answer loses nothing.
  await mine.page.keyboard.press('Escape');
  await mine.page.getByRole('button', { name: 'Keep drawing' }).click();
  await mine.page.reload();
  const again = await openDrawing(mine.page, files);
  await expect(marks(again, 3)).toBeVisible();
  await again.getByRole('button', { name: 'Save' }).click();
  await expect(again).toBeHidden();
  const gallery = mine.page.getByRole('dialog', { name: /^File 2 of 2: well \(drawing\)\.png/ });
  await expect(gallery.getByRole('button', { name: 'With drawing' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await mine.page.keyboard.press('Escape');
  await expect(files.getByRole('listitem')).toHaveCount(2);
  mine.network.heal();
  await expectPill(mine.page, 'Up to date');

  const other = await newDevice();
  await signInToBoard(other.page, ben.person, project.path);
  const theirs = await openTask(other.page, 'Survey the well');
  await theirs
    .getByRole('region', { name: /^Files/ })
    .getByTitle('well.png')
    .click();
  const viewer = other.page.getByRole('dialog', { name: /^File 1 of 2/ });
  await expect.poll(() => red(viewer)).toBe(0);
  await viewer.getByRole('button', { name: 'With drawing' }).click();
  await expect(viewer.getByRole('img')).toHaveAttribute('alt', 'well (drawing).png');
  await expect.poll(() => red(viewer)).toBeGreaterThan(20);
  await viewer.getByRole('button', { name: 'Original' }).click();
  await expect.poll(() => red(viewer)).toBe(0);
  await other.page.keyboard.press('Escape');

  // The original is removed: the drawing stays.
  await files.getByRole('button', { name: 'Actions for file well.png' }).click();
  await mine.page.getByRole('menuitem', { name: 'Remove' }).click();
  const seen = theirs.getByRole('region', { name: /^Files/ });
  await expect(seen.getByRole('listitem')).toHaveCount(1);
  await expect(seen.getByTitle('well (drawing).png')).toBeVisible();
});

test('a drawing on the photo of a comment is the photo of the next one', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const ben = await organization.addPerson('Ben Moor', 'Manager');
  const project = await makeProject(founder, {
    cards: { 'To do': ['Survey the well'] },
    members: [ben.person],
  });
  const mine = await newDevice(PHONE);
  await signInToBoard(mine.page, founder.person, project.path);
  mine.network.cut();
  const panel = await openTask(mine.page, 'Survey the well');
  await panel.getByLabel('Write a comment').fill('The rope is worn');
  await panel.getByRole('button', { name: 'Take photo' }).last().click();
  // Drawn on before it is attached: both are stored, although a comment shows one.
  const camera = mine.page.getByRole('dialog', { name: 'Camera' });
  await camera.getByRole('button', { name: 'Take a photo' }).click();
  await camera.getByRole('button', { name: 'Draw on photo 1' }).click();
  const before = mine.page.getByRole('dialog', { name: 'Draw', exact: true });
  await line(mine.page, before, [0.2, 0.2], [0.8, 0.2]);
  await before.getByRole('button', { name: 'Save' }).click();
  await expect(before).toBeHidden();
  await camera.getByRole('button', { name: 'Attach', exact: true }).click();
  await panel.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(panel.getByRole('button', { name: /^Maximise Photo .+\(drawing\)/ })).toBeVisible();
  mine.network.heal();
  await expectPill(mine.page, 'Up to date');

  const other = await newDevice();
  await signInToBoard(other.page, ben.person, project.path);
  const theirs = await openTask(other.page, 'Survey the well');
  const seen = theirs.getByRole('img', { name: /^Photo/ });
  await expect.poll(() => seen.evaluate(widthOf)).toBeGreaterThan(0);
  other.network.cut();
  await theirs.getByRole('button', { name: /^Maximise Photo/ }).click();
  const viewer = other.page.getByRole('dialog', { name: /^Photo .+\(drawing\)/ });
  await expect(viewer.getByRole('button', { name: 'Original' })).toBeVisible();
  await viewer.getByRole('button', { name: 'Draw on it' }).click();
  const draw = other.page.getByRole('dialog', { name: 'Draw', exact: true });
  await draw.getByRole('button', { name: 'Blue' }).click();
  await draw.getByRole('button', { name: 'Box' }).click();
  await line(other.page, draw, [0.4, 0.4], [0.6, 0.6]);
  await expect(marks(draw, 1)).toBeVisible();
  // A reload in the middle keeps the strokes of this picture.
  await other.page.reload();
  await theirs
    .getByLabel('Attach a file')
    .first()
    .setInputFiles({
      name: 'rope.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Bought in May'),
    });
  await theirs.getByRole('button', { name: /^Maximise Photo/ }).click();
  await viewer.getByRole('button', { name: 'Draw on it' }).click();
  await expect(marks(draw, 1)).toBeVisible();
  await draw.getByRole('button', { name: 'Save' }).click();
  // Another file is attached: the drawing waits beside the field when it does not replace it.
  const question = other.page.getByRole('alertdialog', { name: 'Replace the attached file?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(draw).toBeHidden();
  await theirs.getByRole('button', { name: 'Remove rope.txt' }).click();
  const left = theirs.getByRole('region', { name: 'Not attached yet' });
  await left.getByRole('button', { name: 'Attach' }).click();
  await theirs.getByLabel('Write a comment').fill('This strand?');
  await theirs.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(theirs.getByRole('button', { name: /^Maximise Photo/ })).toHaveCount(2);
  other.network.heal();
  await expect(panel.getByRole('button', { name: /^Maximise Photo/ })).toHaveCount(2);
});

async function openDrawing(page: Page, files: Locator): Promise<Locator> {
  await files.getByTitle('well.png').click();
  const gallery = page.getByRole('dialog', { name: /^File 1 of 1: well\.png/ });
  await gallery.getByRole('button', { name: 'Draw on it' }).click();
  return page.getByRole('dialog', { name: 'Draw', exact: true });
}

function marks(draw: Locator, count: number): Locator {
  return draw.getByRole('img', {
    name: `Picture with ${String(count)} mark${count === 1 ? '' : 's'}`,
  });
}

type At = readonly [x: number, y: number];

/** Draws from one place of the picture to another; the places are parts of its width and height. */
async function line(page: Page, draw: Locator, from: At, to: At): Promise<void> {
  const [start, end] = [await placeOf(draw, from), await placeOf(draw, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 8 });
  await page.mouse.up();
}

async function tap(page: Page, draw: Locator, at: At): Promise<void> {
  const { x, y } = await placeOf(draw, at);
  await page.touchscreen.tap(x, y);
}

async function placeOf(draw: Locator, [x, y]: At) {
  const box = await draw.locator('image').boundingBox();
  if (box === null) throw new Error('There is no picture to draw on');
  return { x: box.x + box.width * x, y: box.y + box.height * y };
}

/** Number of red pixels of the shown picture; the photo is blue. */
async function red(viewer: Locator): Promise<number> {
  return await viewer.getByRole('img').evaluate((img) => {
    if (!(img instanceof HTMLImageElement) || img.naturalWidth === 0) return -1;
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [img.naturalWidth, img.naturalHeight];
    const context = canvas.getContext('2d');
    context?.drawImage(img, 0, 0);
    const pixels = context?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    let count = 0;
    for (let at = 0; at < pixels.length; at += 4) if ((pixels[at] ?? 0) > 180) count += 1;
    return count;
  });
}

function widthOf(img: Element): number {
  return img instanceof HTMLImageElement ? img.naturalWidth : 0;
}

async function photo(): Promise<Buffer> {
  const background = { r: 20, g: 60, b: 160 };
  return await sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .png()
    .toBuffer();
}
