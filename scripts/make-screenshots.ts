/**
 * `node scripts/make-screenshots.ts <address>`: captures the screenshots of the installation dialog and the README
 * (public/screenshots) from a running server with the data of `npm run demo`. Needs a Chromium (CHROMIUM_PATH, or
 * Playwright's own). Run it after a visual change.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';

const [, , address = 'http://127.0.0.1:3000'] = process.argv;
const EMAIL = 'mairi@highland-trails-trust.example';
const PASSWORD = 'stones-mark-the-way';
const PROJECT = 'Glen Corrie path repair';
const TASK = 'Pitch the steep steps below the bealach';
const CHANNEL = 'Path team';
const FOLDER = 'public/screenshots';

await mkdir(FOLDER, { recursive: true });
const executablePath = process.env['CHROMIUM_PATH'] ?? chromium.executablePath();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });

const wide = await open({ width: 1280, height: 800, scale: 1 });
await wide.getByRole('navigation').getByRole('link', { name: PROJECT }).first().click();
await capture(wide, 'board-wide');
await wide.getByRole('main').getByText(TASK).first().click();
await capture(wide, 'task-wide');
await wide.getByRole('navigation').getByRole('link', { name: 'Chat' }).first().click();
await wide
  .getByRole('link', { name: new RegExp(CHANNEL) })
  .first()
  .click();
await capture(wide, 'chat-wide');

const narrow = await open({ width: 390, height: 844, scale: 2 });
await capture(narrow, 'home-narrow');
await narrow.getByRole('main').getByRole('link', { name: PROJECT }).last().click();
await capture(narrow, 'board-narrow');

await browser.close();

async function open(size: { width: number; height: number; scale: number }): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: size.width, height: size.height },
    deviceScaleFactor: size.scale,
    hasTouch: size.width < 768,
    reducedMotion: 'reduce',
    colorScheme: 'light',
  });
  const page = await context.newPage();
  await page.goto(address);
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: /^Up to date/ }).waitFor();
  return page;
}

/** Stores a screenshot with the 256 colours that suit it best: less than half the bytes, and hardly a visible change. */
async function capture(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(3000); // time for greeting toasts and lazily loaded parts
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  const png = sharp(await page.screenshot()).png({ palette: true, dither: 0.6, effort: 10 });
  await writeFile(`${FOLDER}/${name}.png`, await png.toBuffer());
}
