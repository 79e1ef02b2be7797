import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Row } from '../stats.ts';
import type { Setup } from '../setup.ts';

const LIMIT = 230_000;

/** Scripts and styles that a new visitor's browser requests until the sign-in page is drawn. */
export async function firstLoad(setup: Setup): Promise<readonly Row[]> {
  const context = await setup.browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const files = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\.(js|css)$/.test(pathname)) files.add(pathname);
  });
  await page.goto(setup.url);
  await page.getByLabel('Email').waitFor();
  await page.waitForLoadState('networkidle');
  await context.close();
  const bodies = [...files]
    .map((file) => join(setup.staticDir, file))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file));
  const sum = (pack: (body: Buffer) => Buffer) =>
    bodies.reduce((total, body) => total + pack(body).length, 0);
  const gzip = sum((body) => gzipSync(body, { level: 9 }));
  const brotli = sum((body) => brotliCompressSync(body));
  return [
    {
      what: 'JS and CSS of the first page, gzip',
      value: `${(gzip / 1000).toFixed(1)} kB`,
      against: 'aim <= 230 kB',
      met: gzip <= LIMIT,
    },
    {
      what: 'JS and CSS of the first page, brotli',
      value: `${(brotli / 1000).toFixed(1)} kB`,
      against: '',
      met: undefined,
    },
  ];
}
