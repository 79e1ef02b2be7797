import type { Page } from '@playwright/test';
import type { Peer } from '../peer.ts';
import type { Board } from '../seed.ts';
import { median, ms, type Row } from '../stats.ts';
import type { World } from '../world.ts';

const ROUNDS = 7;

/** Opening the board from local data, against a page that only reads the same rows with Dexie and shows them. */
export async function warmStart(
  world: World,
  { peer, board, size }: { readonly peer: Peer; readonly board: Board; readonly size: number },
): Promise<readonly Row[]> {
  const { context, page } = await world.signedIn(peer);
  const address = `${world.url}/workspace/${board.slug}`;
  await page.goto(address);
  await page.getByText('Up to date').first().waitFor({ timeout: 300_000 });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const database = await page.evaluate(async (count) => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    for (const name of names) {
      const opened = await new Promise<IDBDatabase | undefined>((resolve) => {
        const request = indexedDB.open(name);
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => resolve(undefined));
      });
      const holds = opened?.objectStoreNames.contains('tasks') ?? false;
      opened?.close();
      if (holds) return name;
    }
    throw new Error(`No store of ${String(count)} tasks`);
  }, size);
  const cards = board.cards.slice(0, 5).map((card) => `card=${card}`);
  const bareAddress = `${world.url}/bench/index.html?database=${encodeURIComponent(database)}&${cards.join('&')}`;
  const product: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    product.push(await untilTiles(page, address));
    bare.push(await untilTiles(page, bareAddress));
  }
  await context.close();
  const ratio = median(product) / median(bare);
  return [
    {
      what: `warm start to painted tiles, ${size.toLocaleString('en')} tasks`,
      value: ms(median(product)),
      against: `${ratio.toFixed(2)} x a bare Dexie page (${ms(median(bare))}); aim <= 1.3`,
      met: ratio <= 1.3,
    },
  ];
}

/** Milliseconds from the start of the navigation to the frame that shows the first tiles. */
async function untilTiles(page: Page, address: string): Promise<number> {
  await page.goto('about:blank');
  await page.goto(address, { waitUntil: 'commit' });
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (document.querySelector('article') === null) requestAnimationFrame(look);
          else requestAnimationFrame(() => resolve(performance.now()));
        };
        look();
      }),
  );
}
