/**
 * `node scripts/make-icons.ts`: renders the PNG icons in public/icons from the two SVG files beside them, with a
 * Chromium (CHROMIUM_PATH, or Playwright's own). Run it after a change of the drawings.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';

const ICONS = [
  { source: 'cairn.svg', target: 'icon-48.png', size: 48 },
  { source: 'cairn.svg', target: 'icon-192.png', size: 192 },
  { source: 'cairn.svg', target: 'icon-512.png', size: 512 },
  { source: 'cairn-maskable.svg', target: 'maskable-192.png', size: 192 },
  { source: 'cairn-maskable.svg', target: 'maskable-512.png', size: 512 },
  { source: 'cairn-maskable.svg', target: 'apple-touch-icon.png', size: 180 },
] as const;

const executablePath = process.env['CHROMIUM_PATH'] ?? chromium.executablePath();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const page = await browser.newPage();
for (const { source, target, size } of ICONS) {
  const svg = await readFile(`public/icons/${source}`, 'utf8');
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>*{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`,
  );
  await writeFile(`public/icons/${target}`, await page.screenshot({ omitBackground: true }));
}
await browser.close();
