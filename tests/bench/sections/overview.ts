import type { Page } from '@playwright/test';
import { onBoard, type Subject } from '../board-page.ts';
import { median, ms, percentile, type Row } from '../stats.ts';
import type { Setup } from '../setup.ts';

const ROUNDS = 12;
const AIM = 100;
/** Number of filter changes between the two memory measurements. */
const CHANGES = 50;
const STATUSES = ['Completed', 'WIP', 'Over Due'];
const HEADINGS = ['Task name', 'End date', 'Status', 'Assignee', 'Created by', 'Created date'];

/**
 * The overview of all tasks from the device's store, offline: from a click until the requested rows
 * are painted, and the page's memory.
 */
export async function taskOverview(setup: Setup, subject: Subject): Promise<readonly Row[]> {
  await vary(subject);
  return onBoard(setup, subject, async ({ context, page }) => {
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await context.setOffline(true);
    const start = async () => {
      await page.goto(`${setup.url}/notes-view`);
      await page.getByRole('link', { name: 'Tasks Details' }).waitFor();
      // Remaining work of the app's start is not part of an opening.
      await page.waitForTimeout(1_500);
    };
    const first = await openings(page, { rounds: 5, watched: FIRST, elsewhere: start });
    const counted = await openings(page, { rounds: 3, watched: PAGES, elsewhere: start });
    const leave = async () => {
      await page.getByRole('link', { name: 'Notes', exact: true }).click();
      await page.getByRole('table', { name: 'Overall Task' }).waitFor({ state: 'detached' });
    };
    const again = await openings(page, { rounds: ROUNDS, watched: PAGES, elsewhere: leave });
    const filters = await filterChanges(page, ROUNDS);
    const sorts: number[] = [];
    for (let pass = 0; pass < ROUNDS; pass += 1) {
      const name = HEADINGS[pass % HEADINGS.length] ?? '';
      sorts.push(await untilOther(page, { role: 'th button', name, watched: SORTED }));
    }
    const pages: number[] = [];
    for (let pass = 0; pass < ROUNDS; pass += 1) {
      pages.push(
        await untilOther(page, { role: '[aria-label="Next page"]', name: '', watched: FIRST }),
      );
    }
    const before = await heapOf(page);
    await filterChanges(page, CHANGES);
    const after = await heapOf(page);
    const where = `${subject.size.toLocaleString('en')} tasks`;
    return [
      timesRow(`overview opened after a start of the app, the first rows, ${where}`, first),
      {
        what: `overview opened after a start of the app, all counted, ${where}`,
        value: `p50 ${ms(median(counted))}`,
        against: `${String(counted.length)} times`,
        met: undefined,
      },
      timesRow(`overview opened again within a minute, ${where}`, again),
      timesRow(`overview: a filter changed, ${where}`, filters),
      timesRow(`overview: sorted by a heading, ${where}`, sorts),
      timesRow(`overview: the next page, ${where}`, pages),
      {
        what: `overview: memory before and after ${String(CHANGES)} changes of a filter`,
        value: `${mb(before)}, ${mb(after)}`,
        against: 'aim: steady',
        met: after - before < 2_000_000,
      },
    ];
  });
}

/**
 * A fifth is completed, some of the others are late: every status has a different number of tasks.
 */
async function vary({ peer, board }: Subject): Promise<void> {
  const bodyOf = (index: number): object | undefined => {
    if (index % 5 === 0) return { is_completed: true, is_completed_at: '2026-01-05T09:00:00Z' };
    return index % 7 === 0 ? { end_date: '2026-01-04' } : undefined;
  };
  await peer.push(
    board.tasks.flatMap((task, index) => {
      const body = bodyOf(index);
      const path = `task/update-destroy/${task}/`;
      return body === undefined ? [] : [{ method: 'PATCH' as const, path, body }];
    }),
  );
}

interface Openings {
  readonly rounds: number;
  readonly watched: string;
  /** Navigates to the page with the link. */
  readonly elsewhere: () => Promise<void>;
}

async function openings(
  page: Page,
  { rounds, watched, elsewhere }: Openings,
): Promise<readonly number[]> {
  const takes: number[] = [];
  for (let pass = 0; pass < rounds; pass += 1) {
    await elsewhere();
    // The pointer is on a link before it is clicked.
    await page.getByRole('link', { name: 'Tasks Details' }).hover();
    await page.waitForTimeout(300);
    takes.push(await untilOther(page, { role: 'a', name: 'Tasks Details', watched }));
  }
  return takes;
}

/** Adds one status after the other to the filter, then removes them; the menu is open when the clock starts. */
async function filterChanges(page: Page, count: number): Promise<readonly number[]> {
  const takes: number[] = [];
  for (let pass = 0; pass < count; pass += 1) {
    const field = page.getByRole('combobox', { name: 'Task status' });
    // A choice leaves it open.
    if ((await field.getAttribute('aria-expanded')) !== 'true') await field.click();
    const name = STATUSES[pass % STATUSES.length] ?? '';
    await page.getByRole('option', { name, exact: true }).waitFor();
    takes.push(await untilOther(page, { role: '[role="option"]', name, watched: ROWS }));
  }
  return takes;
}

/** The first row of the table. */
const FIRST = 'table[aria-label="Overall Task"] tbody tr';
/** All rows of a page: the first one may match the filter before and after. */
const ROWS = 'table[aria-label="Overall Task"] tbody';
/** Page X of Y: drawn when all tasks are counted. */
const PAGES = 'nav[aria-label="Pages"]';
/** The heading that the rows are sorted by, drawn together with them. */
const SORTED = 'table[aria-label="Overall Task"] th[aria-sort="ascending"]';

interface Click {
  /** Elements of which one is clicked: the one with the text `name`; empty: the first. */
  readonly role: string;
  readonly name: string;
  /** Element whose text has to change after the click. */
  readonly watched: string;
}

/** Milliseconds from a click until the watched element has changed and is painted. */
function untilOther(page: Page, click: Click): Promise<number> {
  return page.evaluate(
    ({ role, name, watched }) =>
      new Promise<number>((resolve, reject) => {
        const textNow = () => document.querySelector<HTMLElement>(watched)?.textContent ?? '';
        const target = [...document.querySelectorAll<HTMLElement>(role)].find(
          ({ textContent }) => name === '' || textContent.trim() === name,
        );
        const before = textNow();
        const late = setTimeout(() => reject(new Error(`No rows after ${name || role}`)), 20_000);
        const start = performance.now();
        const look = () => {
          const now = textNow();
          if (now === before || now === '') return;
          observer.disconnect();
          clearTimeout(late);
          requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.addEventListener('message', () => resolve(performance.now() - start));
            channel.port1.start();
            channel.port2.postMessage(undefined);
          });
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, {
          subtree: true,
          childList: true,
          attributes: true,
          characterData: true,
        });
        target?.click();
      }),
    click,
  );
}

/** Bytes in use after a garbage collection. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

function timesRow(what: string, takes: readonly number[]): Row {
  const p95 = percentile(takes, 0.95);
  return {
    what,
    value: `p50 ${ms(median(takes))}, p95 ${ms(p95)}`,
    against: `${String(takes.length)} times; aim < ${ms(AIM)}`,
    met: p95 < AIM,
  };
}

function mb(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
