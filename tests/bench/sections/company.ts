import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openBoardIn, UP_TO_DATE } from '../board-page.ts';
import { multiplyBoard } from '../multiply.ts';
import { type Peer, startPeer } from '../peer.ts';
import { followPageMemory } from '../process-memory.ts';
import { type Board, seedBoard } from '../seed.ts';
import { type Setup, startBenchServer, VIEWPORT } from '../setup.ts';
import { mb, ms, type Row } from '../stats.ts';

/** Tasks of each project. */
const TASKS = 500;
/** Number of projects besides the own one; a smaller number tries the section out. */
const PROJECTS = Number(process.env['PROJECTS'] ?? 2_000);
/** Milliseconds: the first start counts all digests. */
const START_WITHIN = 600_000;
const LONGEST = 300_000;
/** Milliseconds after which the work that follows a start is done. */
const SETTLES = 15_000;

/**
 * A company of a million tasks, seen by an administrator who is a member of one project: the first download, what it
 * costs the device, and a project whose tasks are not here (OUT-6).
 */
export async function companyOfMillion(setup: Setup): Promise<readonly Row[]> {
  const dataDir = join(setup.folder, 'company');
  const { peer, board } = await seedCompany(dataDir);
  const began = performance.now();
  const { staticDir } = setup;
  const server = await startBenchServer(dataDir, { staticDir, withinMs: START_WITHIN });
  const start = performance.now() - began;
  const pageMemory = await followPageMemory(setup.browser);
  const context = await setup.browser.newContext({ viewport: VIEWPORT });
  try {
    let received = 0;
    context.on('requestfinished', (request) => {
      const sizes = request.sizes();
      void sizes.then(
        ({ responseBodySize }) => (received += responseBodySize),
        () => undefined,
      );
    });
    const downloading = context.waitForEvent('response', {
      predicate: (one) => one.url().includes('/sync/bootstrap') && one.url().includes('org%3A'),
      timeout: LONGEST,
    });
    const page = await openBoardIn(context, server, { peer, board, size: TASKS });
    page.setDefaultTimeout(LONGEST);
    await downloading;
    const first = performance.now();
    await page.locator('article').first().waitFor();
    const usable = performance.now() - first;
    await page.locator(UP_TO_DATE).first().waitFor({ state: 'attached' });
    const whole = performance.now() - first;
    await page.waitForTimeout(SETTLES);
    const wire = received;
    const memory = await pageMemory();
    const { rows, bytes } = await page.evaluate(stored);
    const each = bytes / rows;
    const opened = await openOther(page, server.url);
    return [
      row('start of the server, which counts all digests', ms(start)),
      row('own board usable after the first byte', ms(usable), usable <= 1_000),
      row(`first download, ${rows.toLocaleString('en')} rows`, ms(whole), whole <= 60_000),
      row('the same on the wire', mb(wire), wire <= 60_000_000),
      row('memory of page and workers', mb(memory), memory <= 350_000_000),
      row('IndexedDB for each row', `${each.toFixed(0)} bytes`, each <= 1_500),
      row('a project whose tasks are not here, until its tiles', ms(opened)),
    ];
  } finally {
    await context.close();
    server.stop();
  }
}

function row(what: string, value: string, met?: boolean): Row {
  const size = ((PROJECTS + 1) * TASKS).toLocaleString('en');
  return { what: `${what}, ${size} tasks`, value, against: '', met };
}

async function seedCompany(
  dataDir: string,
): Promise<{ readonly peer: Peer; readonly board: Board }> {
  const server = await startBenchServer(dataDir);
  const peer = await startPeer(server.url, 'company');
  const board = await seedBoard(peer, TASKS);
  server.stop();
  multiplyBoard(dataDir, board, PROJECTS);
  return { peer, board };
}

/** In the page: records of all its databases, and the bytes that the browser counts for them. */
async function stored(): Promise<{ readonly rows: number; readonly bytes: number }> {
  const { usage = 0 } = await navigator.storage.estimate();
  let rows = 0;
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await settled(indexedDB.open(name));
    const tables = [...database.objectStoreNames];
    const counts = tables.map((table) =>
      settled(database.transaction(table).objectStore(table).count()),
    );
    for (const count of counts) rows += await count;
    database.close();
  }
  return { rows, bytes: usage };

  function settled<T>(request: IDBRequest<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('no database')));
    });
  }
}

/** Milliseconds until the tiles of a project that concerns nobody are drawn. */
async function openOther(page: Page, url: string): Promise<number> {
  const start = performance.now();
  await page.goto(`${url}/workspace/project-${String(Math.ceil(PROJECTS / 2))}`);
  await page.locator('article').first().waitFor();
  return performance.now() - start;
}
