import type { Page } from '@playwright/test';
import type { Board } from '../seed.ts';
import type { Peer } from '../peer.ts';
import { ms, percentile, type Row } from '../stats.ts';
import type { World } from '../world.ts';

const SAMPLES = 60;

export interface Paints {
  readonly shown: readonly number[];
  readonly painted: readonly number[];
}

/** From the click on a tile's completion control until the live query has changed it, and until that is painted. */
export async function writeToPaint(
  world: World,
  { peer, board, size }: { readonly peer: Peer; readonly board: Board; readonly size: number },
): Promise<readonly Row[]> {
  const { context, page } = await world.signedIn(peer);
  await page.goto(`${world.url}/workspace/${board.slug}`);
  await page.locator('article').first().waitFor();
  await page.getByText('Up to date').first().waitFor({ timeout: 180_000 });
  const paints = await samplePaints(page, SAMPLES);
  await context.close();
  return paintRows(`${size.toLocaleString('en')} tasks`, paints);
}

export function paintRows(where: string, { shown, painted }: Paints): readonly Row[] {
  const p50 = percentile(painted, 0.5);
  const p95 = percentile(painted, 0.95);
  return [
    {
      what: `write to live query, ${where}`,
      value: `p50 ${ms(percentile(shown, 0.5))}, p95 ${ms(percentile(shown, 0.95))}`,
      against: '',
      met: undefined,
    },
    {
      what: `write to paint, ${where}`,
      value: `p50 ${ms(p50)}, p95 ${ms(p95)}`,
      against: 'aim p50 <= 30 ms, p95 <= 40 ms',
      met: p50 <= 30 && p95 <= 40,
    },
  ];
}

/** Ticks and unticks the first tiles, one after the other, with a pause as a person would make. */
export function samplePaints(page: Page, count: number): Promise<Paints> {
  return page.evaluate(async (samples) => {
    const shown: number[] = [];
    const painted: number[] = [];
    const control = (index: number) => {
      const all = document.querySelectorAll<HTMLElement>('article button[role=checkbox]');
      return all[index % Math.min(all.length, 8)];
    };
    for (let index = 0; index < samples; index += 1) {
      const before = control(index)?.getAttribute('aria-checked');
      const start = performance.now();
      control(index)?.click();
      await new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          if (control(index)?.getAttribute('aria-checked') === before) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(document.body, { subtree: true, childList: true, attributes: true });
      });
      shown.push(performance.now() - start);
      await new Promise<void>((resolve) => {
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.addEventListener('message', () => resolve());
          channel.port1.start();
          channel.port2.postMessage(undefined);
        });
      });
      painted.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 90 + (index % 7) * 11));
    }
    return { shown, painted };
  }, count);
}
