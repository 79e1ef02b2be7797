import { startFaultProxy } from '../../support/fault-proxy.ts';
import type { Peer } from '../peer.ts';
import { ms, type Row } from '../stats.ts';
import type { World } from '../world.ts';

const COUNT = 1_000;

/** A thousand mutations made without a network: from the first request until the server has all of them on disk. */
export async function offlineQueue(world: World, peer: Peer): Promise<readonly Row[]> {
  const proxy = await startFaultProxy({ port: Number(new URL(world.url).port) });
  const context = await world.browser.newContext();
  const page = await context.newPage();
  await page.goto(proxy.url);
  await page.getByLabel('Email').fill(peer.email);
  await page.getByLabel('Password', { exact: true }).fill(peer.password);
  await page.getByRole('button', { name: /sign in/i }).click();
  await page.getByText('Up to date').first().waitFor({ timeout: 120_000 });
  await page.goto(`${proxy.url}/bench/index.html`);
  proxy.cut();
  await context.setOffline(true);
  const local = await page.evaluate((count) => globalThis.bench.offlineEdits(count), COUNT);
  const starts: number[] = [];
  const ends: number[] = [];
  let carried = 0;
  context.on('request', (request) => {
    if (request.url().includes('/sync/push')) starts.push(performance.now());
  });
  context.on('requestfinished', (request) => {
    if (!request.url().includes('/sync/push')) return;
    ends.push(performance.now());
    carried += callsIn(request.postData());
  });
  starts.length = 0;
  proxy.heal();
  await context.setOffline(false);
  const deadline = performance.now() + 60_000;
  while (carried < COUNT && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await context.close();
  await proxy.close();
  const first = starts.find((start) => ends.some((end) => end > start)) ?? Number.NaN;
  const took = Math.max(...ends) - first;
  return [
    {
      what: '1,000 mutations offline, each committed on the device',
      value: ms(local / COUNT),
      against: 'a mutation, one after the other',
      met: undefined,
    },
    {
      what: '1,000 offline mutations until the server has them',
      value: `${ms(took)}, ${String(ends.length)} requests`,
      against: 'aim <= 300 ms and <= 10 requests',
      met: carried >= COUNT && took <= 300 && ends.length <= 10,
    },
  ];
}

function callsIn(body: string | null): number {
  const calls: unknown = body === null ? undefined : Reflect.get(Object(JSON.parse(body)), 'calls');
  return Array.isArray(calls) ? calls.length : 0;
}
