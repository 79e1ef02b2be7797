import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { FILE_CACHES } from '../../../model/protocol/file-cache.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { onBoard, type Subject } from '../board-page.ts';
import { confirmAddress } from '../people.ts';
import { addPhotos } from '../photos.ts';
import type { Setup } from '../setup.ts';
import { ms, percentile, type Row } from '../stats.ts';
import { samplePaints } from './paint.ts';

const PHOTOS = 500;
const SAMPLES = 60;
/** Clicks before the first sample: the first ones of a page run code that the browser has not compiled. */
const WARM_UP = 20;
/** Longest wait for all photos, milliseconds. */
const PACKED_WITHIN = 400_000;

/**
 * Clicks on a board while 500 photos come to the device by themselves, and the same clicks once all of them are there.
 * The number of cached files before and after the first clicks shows that they were made meanwhile.
 */
export async function packingBesideWork(setup: Setup, subject: Subject): Promise<readonly Row[]> {
  await confirmAddress(subject.peer, join(setup.folder, 'data'));
  await addPhotos(subject.peer, subject.board, PHOTOS);
  return onBoard(setup, subject, async ({ page }) => {
    const start = Date.now();
    await untilCached(page, 6);
    await samplePaints(page, { most: WARM_UP, onlyBefore: '' });
    const before = await cached(page);
    const during = await samplePaints(page, { most: SAMPLES, onlyBefore: '' });
    const meanwhile = (await cached(page)) - before;
    // Each photo is there as a preview and as a whole.
    await untilCached(page, 2 * PHOTOS);
    const seconds = ((Date.now() - start) / 1_000).toFixed(0);
    const after = await samplePaints(page, { most: SAMPLES, onlyBefore: '' });
    const [slow, plain] = [percentile(during.painted, 0.95), percentile(after.painted, 0.95)];
    return [
      {
        what: `write to paint while ${String(PHOTOS)} photos arrive`,
        value: `p50 ${ms(percentile(during.painted, 0.5))}, p95 ${ms(slow)}`,
        against: `${String(before)} files were there, ${String(meanwhile)} arrived meanwhile; without: p50 ${ms(percentile(after.painted, 0.5))}, p95 ${ms(plain)}`,
        met: slow <= 1.1 * plain,
      },
      {
        what: `${String(PHOTOS)} photos and their previews on the device`,
        value: `${seconds} s`,
        against: '',
        met: undefined,
      },
    ];
  });
}

async function cached(page: Page): Promise<number> {
  return page.evaluate(async (prefix) => {
    let count = 0;
    for (const name of await caches.keys()) {
      if (name.startsWith(prefix)) count += (await (await caches.open(name)).keys()).length;
    }
    return count;
  }, FILE_CACHES);
}

async function untilCached(page: Page, count: number): Promise<void> {
  await waitUntil(
    `${String(count)} files are on the device`,
    async () => (await cached(page)) >= count,
    { withinMs: PACKED_WITHIN, everyMs: 500 },
  );
}
