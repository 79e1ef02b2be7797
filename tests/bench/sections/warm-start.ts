import type { Page } from '@playwright/test';
import { onBoard, type Subject } from '../board-page.ts';
import { median, ms, type Row } from '../stats.ts';
import { BENCH_PAGE, type Setup } from '../setup.ts';
import { untilTiles } from '../until-tiles.ts';

const ROUNDS = 9;

/**
 * Opening the board from local data, compared with a page that only reads the same rows with Dexie
 * and shows them.
 */
export function warmStart(setup: Setup, subject: Subject): Promise<readonly Row[]> {
  return onBoard(setup, subject, async ({ page }) => {
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const cards = subject.board.cards.slice(0, 5).map((card) => `card=${card}`);
    const database = encodeURIComponent(await accountStore(page));
    const address = page.url();
    const bareAddress = `${setup.url}${BENCH_PAGE}?database=${database}&${cards.join('&')}`;
    const product: number[] = [];
    const bare: number[] = [];
    for (let pass = 0; pass < ROUNDS; pass += 1) {
      product.push(await untilTiles(page, address));
      bare.push(await untilTiles(page, bareAddress));
    }
    const ratio = median(product) / median(bare);
    return [
      {
        what: `warm start to painted tiles, ${subject.size.toLocaleString('en')} tasks`,
        value: ms(median(product)),
        against: `${ratio.toFixed(2)} x a bare Dexie page (${ms(median(bare))}); aim <= 1.3`,
        met: ratio <= 1.3,
      },
    ];
  });
}

/** Name of the database that contains the tasks. */
function accountStore(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    const account = names.find((name) => name.startsWith('cairn-account-'));
    if (account === undefined) throw new Error(`No store of tasks among ${names.join(', ')}`);
    return account;
  });
}
