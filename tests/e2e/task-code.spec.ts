/**
 * The code of a task, photographed from one screen and held before the camera of another: opens the task without a
 * network. The camera is a file that Chromium plays as one; it is read when the camera starts.
 */
import { rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import encodeQR from 'qr';
import sharp from 'sharp';
import { openTask, signInToBoard, taskPanel } from './support/board.ts';
import { PHONE, playedDevices } from './support/media.ts';
import { makeProject } from './support/organization.ts';
import { expect, test } from './support/scenario.ts';

const CAMERA = join(tmpdir(), `cairn-camera-${process.pid}.y4m`);

test.use(playedDevices([`--use-file-for-fake-video-capture=${CAMERA}`]));
test.afterAll(() => rmSync(CAMERA, { force: true }));

test('a code on one screen opens its task on a phone without a network', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, {
    cards: { 'To do': ['Check the pump', 'Paint the gate'] },
  });
  const phone = await newDevice(PHONE);
  await signInToBoard(phone.page, founder.person, project.path);
  const photo = await photoOfCode(phone.page, 'Check the pump');
  await writeFile(CAMERA, await film(photo));
  await phone.page.reload();
  phone.network.cut();
  await openTask(phone.page, 'Paint the gate');
  await phone.page.getByRole('button', { name: 'Close task' }).click();
  await scan(phone.page);
  await expect(taskPanel(phone.page, 'Check the pump')).toBeVisible();
  await expect(phone.page.getByRole('dialog', { name: 'Scan a code' })).toBeHidden();

  // Another installation of Cairn has another address.
  phone.network.heal();
  const other = await newDevice(PHONE);
  await signInToBoard(other.page, founder.person, project.path);
  const theirs = await scan(other.page);
  await expect(theirs).toContainText('This code is of another Cairn');
});

test('a code that opens nothing says why', async ({ newDevice, organization }) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: { 'To do': ['Check the pump'] } });
  await writeFile(CAMERA, await film(await sharp(BLANK).png().toBuffer()));
  const phone = await newDevice(PHONE);
  await signInToBoard(phone.page, founder.person, project.path);
  const origin = new URL(phone.page.url()).origin;
  const dialog = await scan(phone.page);
  const task = '0191f7c0-3a5e-7d10-8f00-1c2d3e4f5a6b';
  const show = async (text: string) => {
    const png = await picture(text);
    const file = { name: 'code.png', mimeType: 'image/png', buffer: png };
    await dialog.getByLabel('Photo of a code').setInputFiles(file);
  };
  await show('https://example.org/wrench');
  await expect(dialog).toContainText('This is not the code of a task');
  await show(`${origin}/workspace/hut?task=${task}&organization=none`);
  await expect(dialog).toContainText('This task is of another organisation');
  await show(`${origin}/workspace/hut?task=${task}`);
  await expect(dialog).toContainText('This task is not on this device');
  const blank = {
    name: 'wall.png',
    mimeType: 'image/png',
    buffer: await sharp(BLANK).png().toBuffer(),
  };
  await dialog.getByLabel('Photo of a code').setInputFiles(blank);
  await expect(dialog).toContainText('There is no code in this picture');
  await phone.page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

const BLANK = { create: { width: 640, height: 480, channels: 3, background: '#888' } } as const;

/** A screenshot of the shown code of a task. */
async function photoOfCode(page: Page, task: string): Promise<Buffer> {
  const panel = await openTask(page, task);
  await panel.getByRole('button', { name: 'More for this task' }).click();
  await page.getByRole('menuitem', { name: 'Show code' }).click();
  const dialog = page.getByRole('dialog', { name: 'Code of the task' });
  const photo = await dialog.getByRole('img', { name: `Code of ${task}` }).screenshot();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Close task' }).click();
  return photo;
}

async function scan(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('link', { name: 'Scan a code' }).click();
  return page.getByRole('dialog', { name: 'Scan a code' });
}

async function picture(text: string): Promise<Buffer> {
  const rows = encodeQR(text, 'raw', { border: 4 });
  const pixels = Buffer.from(rows.flat().map((isDark) => (isDark ? 0 : 255)));
  const raw = { width: rows.length, height: rows.length, channels: 1 } as const;
  return await sharp(pixels, { raw })
    .resize(rows.length * 8, rows.length * 8, { kernel: 'nearest' })
    .png()
    .toBuffer();
}

/** A film of one grey picture of 640 x 480 pixels, in the format that Chromium plays as a camera. */
async function film(photo: Buffer): Promise<Buffer> {
  const [width, height] = [640, 480];
  const luma = await sharp(photo)
    .flatten({ background: '#fff' })
    .resize(width, height, { fit: 'contain', background: '#999' })
    .greyscale()
    .raw()
    .toBuffer();
  const chroma = Buffer.alloc((width * height) / 2, 128);
  return Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\nFRAME\n`),
    luma,
    chroma,
  ]);
}
