import type { Page } from '@playwright/test';
import type { Peer } from '../peer.ts';
import type { Board } from '../seed.ts';
import { ms, percentile, type Row } from '../stats.ts';
import type { World } from '../world.ts';

const SAMPLES = 60;

/** From the click at A until B's screen has changed: durable, authorised, sent, landed. Both in one browser process. */
export async function remoteChange(
  world: World,
  { peer, board, size }: { readonly peer: Peer; readonly board: Board; readonly size: number },
): Promise<readonly Row[]> {
  const a = await openBoard(world, peer, board);
  const b = await openBoard(world, peer, board);
  const took: number[] = [];
  for (let index = 0; index < SAMPLES; index += 1) {
    const seen = b.page.evaluate(watch, index % 6);
    await b.page.evaluate(() => undefined);
    const clicked = await a.page.evaluate(click, index % 6);
    took.push((await seen) - clicked);
    await a.page.waitForTimeout(120 + (index % 5) * 17);
  }
  await a.context.close();
  await b.context.close();
  const p50 = percentile(took, 0.5);
  const p95 = percentile(took, 0.95);
  return [
    {
      what: `change at A until seen at B, ${size.toLocaleString('en')} tasks`,
      value: `p50 ${ms(p50)}, p95 ${ms(p95)}`,
      against: 'aim p50 <= 25 ms, p95 <= 80 ms',
      met: p50 <= 25 && p95 <= 80,
    },
  ];
}

async function openBoard(world: World, peer: Peer, board: Board) {
  const { context, page } = await world.signedIn(peer);
  await page.goto(`${world.url}/workspace/${board.slug}`);
  await page.locator('article').first().waitFor();
  await page.getByText('Up to date').first().waitFor({ timeout: 180_000 });
  return { context, page } satisfies { readonly page: Page; readonly context: unknown };
}

function click(index: number): number {
  const all = document.querySelectorAll<HTMLElement>('article button[role=checkbox]');
  const now = performance.timeOrigin + performance.now();
  all[index]?.click();
  return now;
}

/** Wall-clock milliseconds at which the tile's tick changed. */
function watch(index: number): Promise<number> {
  const state = () =>
    document.querySelectorAll('article button[role=checkbox]')[index]?.getAttribute('aria-checked');
  const before = state();
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (state() === before) return;
      observer.disconnect();
      resolve(performance.timeOrigin + performance.now());
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  });
}
