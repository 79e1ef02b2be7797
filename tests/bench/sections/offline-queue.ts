import type { Page } from '@playwright/test';
import { startFaultProxy } from '../../support/fault-proxy.ts';
import { openBoard, type Subject, whenWhole } from '../board-page.ts';
import { ms, type Row } from '../stats.ts';
import { BENCH_PAGE, type Setup } from '../setup.ts';

const COUNT = 1_000;
const PATIENCE = 30_000;

/**
 * A thousand mutations made offline: from the first request until the server has all of them on
 * disk.
 */
export async function offlineQueue(setup: Setup, subject: Subject): Promise<readonly Row[]> {
  const proxy = await startFaultProxy({ port: Number(new URL(setup.url).port) });
  const { context, page } = await openBoard({ ...setup, url: proxy.url }, subject);
  try {
    await whenWhole(page);
    await page.goto(`${proxy.url}${BENCH_PAGE}`);
    await page.waitForFunction(() => 'bench' in globalThis);
    // The worker has to run before the network is cut, without pending requests.
    await page.evaluate(() => globalThis.bench.open());
    await page.waitForTimeout(2_000);
    proxy.cut();
    await context.setOffline(true);
    const local = await page.evaluate((count) => globalThis.bench.offlineEdits(count), COUNT);
    const sent = await whileSending(page, async () => {
      proxy.heal();
      await context.setOffline(false);
    });
    return queueRows(local, sent);
  } finally {
    await context.close();
    await proxy.close();
  }
}

interface Sent {
  readonly took: number;
  readonly requests: number;
  readonly carried: number;
}

/** Measures the pushes from the first response until the server has answered all. */
async function whileSending(page: Page, heal: () => Promise<void>): Promise<Sent> {
  const context = page.context();
  const starts: number[] = [];
  const ends: number[] = [];
  let carried = 0;
  context.on('request', (request) => {
    if (request.url().includes('/sync/push')) starts.push(performance.now());
  });
  // An answered push is on the server's disk. Chromium reports some responses of a worker as
  // aborted after the last byte has been read: the end of a request is not awaited.
  context.on('response', (response) => {
    if (!response.url().includes('/sync/push') || !response.ok()) return;
    ends.push(performance.now());
    carried += callsIn(response.request().postData());
  });
  await heal();
  const deadline = performance.now() + PATIENCE;
  while (carried < COUNT && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const first = starts.find((start) => ends.some((end) => end > start)) ?? Number.NaN;
  return { took: Math.max(...ends) - first, requests: ends.length, carried };
}

function queueRows(local: number, { took, requests, carried }: Sent): readonly Row[] {
  return [
    {
      what: '1,000 mutations offline, each committed on the device',
      value: ms(local / COUNT),
      against: 'a mutation, one after the other',
      met: undefined,
    },
    {
      what: '1,000 offline mutations until the server has them',
      value: `${ms(took)}, ${String(requests)} requests`,
      against: `aim <= 300 ms and <= 10 requests${carried < COUNT ? `; only ${String(carried)} ARRIVED` : ''}`,
      met: carried >= COUNT && took <= 300 && requests <= 10,
    },
  ];
}

function callsIn(body: string | null): number {
  const calls: unknown = body === null ? undefined : Reflect.get(Object(JSON.parse(body)), 'calls');
  return Array.isArray(calls) ? calls.length : 0;
}
