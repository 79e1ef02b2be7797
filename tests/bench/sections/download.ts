import type { BrowserContext, Page } from '@playwright/test';
import { type BoardPage, openBoard, type Subject, UP_TO_DATE, WHOLE } from '../board-page.ts';
import { median, ms, type Row } from '../stats.ts';
import { BENCH_PAGE, type Setup } from '../setup.ts';
import { paintRows, samplePaintsDuringDownload } from './paint.ts';

/** Up to this size a download is measured three times and the median counts. */
const SEVERAL = 10_000;

interface Measured {
  readonly usable: number;
  readonly whole: number;
  readonly bare: number;
}

/**
 * The first download of an account, compared with writing the same task rows to IndexedDB in the
 * same browser.
 */
export async function firstDownload(setup: Setup, subject: Subject): Promise<readonly Row[]> {
  const where = `${subject.size.toLocaleString('en')} tasks`;
  const runs: Measured[] = [];
  for (let run = 0; run < (subject.size <= SEVERAL ? 3 : 1); run += 1) {
    runs.push(await closing(await openBoard(setup, subject, mark), measure(setup, subject)));
  }
  const usable = median(runs.map((run) => run.usable));
  const ratio = median(runs.map((run) => run.whole / run.bare));
  const during = await closing(await openBoard(setup, subject), async ({ page }) => {
    await page.locator('article').first().waitFor({ timeout: WHOLE });
    return samplePaintsDuringDownload(page);
  });
  return [
    {
      what: `opened board usable after the first byte, ${where}`,
      value: ms(usable),
      against: 'aim <= 500 ms',
      met: usable <= 500,
    },
    {
      what: `first download, ${where}`,
      value: ms(median(runs.map((run) => run.whole))),
      against: `${ratio.toFixed(2)} x a bare put of the same rows (${ms(median(runs.map((run) => run.bare)))}); aim <= 1`,
      met: ratio <= 1,
    },
    ...(during.painted.length + during.missed > 4
      ? paintRows(`${where}, during the download`, during)
      : []),
  ];
}

function measure(setup: Setup, subject: Subject) {
  return async ({ page }: BoardPage): Promise<Measured> => {
    const times = await follow(page);
    return { ...times, bare: await barePut(setup, page, subject) };
  };
}

async function closing<T>(opened: BoardPage, work: (opened: BoardPage) => Promise<T>): Promise<T> {
  try {
    return await work(opened);
  } finally {
    await opened.context.close();
  }
}

/** Records the times of the first tile and of the pill's complete state. */
async function mark(context: BrowserContext): Promise<void> {
  await context.addInitScript((upToDate) => {
    const marks = { tile: 0, whole: 0 };
    Object.assign(globalThis, { benchMarks: marks });
    const look = () => {
      const now = performance.timeOrigin + performance.now();
      if (marks.tile === 0 && document.querySelector('article') !== null) marks.tile = now;
      if (marks.tile > 0 && marks.whole === 0 && document.querySelector(upToDate) !== null) {
        marks.whole = now;
      }
    };
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
    });
  }, UP_TO_DATE);
}

/** Milliseconds after the first byte of the organisation's download. */
async function follow(page: Page): Promise<{ readonly usable: number; readonly whole: number }> {
  const response = await page
    .context()
    .waitForEvent('response', (answer) => answer.url().includes('/sync/bootstrap'));
  const timing = response.request().timing();
  const firstByte = timing.responseStart > 0 ? timing.startTime + timing.responseStart : Date.now();
  const marks = await page.waitForFunction(
    () => {
      const found = Reflect.get(globalThis, 'benchMarks');
      return found?.whole > 0 ? found : undefined;
    },
    undefined,
    { timeout: WHOLE },
  );
  const { tile, whole } = await marks.jsonValue();
  return { usable: tile - firstByte, whole: whole - firstByte };
}

async function barePut(setup: Setup, page: Page, { peer, board }: Subject): Promise<number> {
  await page.goto(`${setup.url}${BENCH_PAGE}`);
  await page.waitForFunction(() => 'bench' in globalThis);
  return page.evaluate(
    async ({ token, path }) => {
      const answer = await fetch(path, { headers: { authorization: `Bearer ${token}` } });
      const rows: Parameters<typeof globalThis.bench.barePut>[0][number][] = [];
      for (const line of (await answer.text()).split('\n')) {
        if (line === '') continue;
        const parsed = JSON.parse(line);
        if (parsed.kind === 'rows' && parsed.table === 'tasks') rows.push(...parsed.rows);
      }
      const takes: number[] = [];
      for (let pass = 0; pass < 3; pass += 1) takes.push(await globalThis.bench.barePut(rows));
      return takes.toSorted((left, right) => left - right)[1] ?? 0;
    },
    {
      token: peer.token,
      path: `/rest/sync/bootstrap?organization_accesskey_id=${peer.orgId}&stream=${encodeURIComponent(peer.stream)}&first=${encodeURIComponent(`project:${board.project}`)}`,
    },
  );
}
