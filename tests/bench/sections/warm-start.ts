import type { Page } from '@playwright/test';
import { onBoard, type Subject, whenWhole } from '../board-page.ts';
import { median, ms, type Row } from '../stats.ts';
import { BENCH_PAGE, type World } from '../world.ts';

const ROUNDS = 9;
/** src/picture/follow.ts begins two seconds after the start, and waits a second for changes. */
const SETTLED = 3_500;

/** What shows the board: its tiles, or the picture of the screen as it was left, which stands until they are there. */
const SEEN = 'article, [data-picture]';

/**
 * Opening the board from local data, against a page that only reads the same rows with Dexie and shows them: until it is
 * seen, and until the tiles that can be worked with are there.
 */
export function warmStart(world: World, subject: Subject): Promise<readonly Row[]> {
  return onBoard(world, subject, async ({ page }) => {
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const cards = subject.board.cards.slice(0, 5).map((card) => `card=${card}`);
    const database = encodeURIComponent(await accountStore(page));
    const address = page.url();
    const bareAddress = `${world.url}${BENCH_PAGE}?database=${database}&${cards.join('&')}`;
    await page.addInitScript(watch, SEEN);
    const seen: number[] = [];
    const product: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      // A screen is kept when it has not changed for a while.
      await page.goto(address);
      await whenWhole(page);
      await page.waitForTimeout(SETTLED);
      const [first, tiles] = await untilTiles(page, address);
      seen.push(first);
      product.push(tiles);
      const [onBare] = await untilTiles(page, bareAddress);
      bare.push(onBare);
    }
    const told = (times: readonly number[]) => {
      const ratio = median(times) / median(bare);
      return {
        value: ms(median(times)),
        against: `${ratio.toFixed(2)} x a bare Dexie page (${ms(median(bare))}); aim <= 1.3`,
        met: ratio <= 1.3,
      };
    };
    const size = `${subject.size.toLocaleString('en')} tasks`;
    return [
      { what: `warm start to the board as it was left, ${size}`, ...told(seen) },
      { what: `warm start to tiles that can be worked with, ${size}`, ...told(product) },
    ];
  });
}

/** Name of the database that holds the tasks. */
function accountStore(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    const account = names.find((name) => name.startsWith('cairn-account-'));
    if (account === undefined) throw new Error(`No store of tasks among ${names.join(', ')}`);
    return account;
  });
}

/** Milliseconds from the start of the navigation to the frames that show the board and its first tiles. */
async function untilTiles(page: Page, address: string): Promise<readonly [number, number]> {
  await page.goto('about:blank');
  await page.goto(address, { waitUntil: 'commit' });
  const marks = await page.waitForFunction(
    (selectors) => {
      const found = selectors.map((name) => performance.getEntriesByName(name)[0]?.startTime);
      return found.every((time) => time !== undefined) ? found : null;
    },
    [SEEN, 'article'],
  );
  const [seen = 0, tiles = 0] = (await marks.jsonValue()) ?? [];
  return [seen, tiles];
}

/** Runs in each page from its first moment: what is asked later comes between. */
function watch(seen: string): void {
  const look = () => {
    for (const selector of [seen, 'article']) {
      if (performance.getEntriesByName(selector).length > 0) continue;
      if (document.querySelector(selector) === null) continue;
      requestAnimationFrame(() => performance.mark(selector));
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
