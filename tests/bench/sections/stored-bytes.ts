import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openBoardIn, type Subject, whenWhole } from '../board-page.ts';
import { downloadedTasks } from '../downloaded-tasks.ts';
import { BENCH_PAGE, openProfile, type Setup } from '../setup.ts';
import type { Row } from '../stats.ts';

/** Milliseconds in which the browser writes what is left and compacts its files. */
const SETTLES = 5_000;

/**
 * Bytes of the browser's IndexedDB folder for each task, in a profile on the disk: the account after its first
 * download, compared with the same rows in one object store with two indexes.
 */
export async function storedBytes(setup: Setup, subject: Subject): Promise<readonly Row[]> {
  const rows = await downloadedTasks(setup.url, subject.peer);
  const text = rows.reduce((sum, row) => sum + JSON.stringify(row).length, 0);
  const product = await bytesAfter(setup, async (context) => {
    const page = await openBoardIn(context, setup, subject);
    await whenWhole(page);
    await page.waitForTimeout(SETTLES);
  });
  const bare = await bytesAfter(setup, async (context) => {
    const page = await context.newPage();
    await page.goto(`${setup.url}${BENCH_PAGE}`);
    await page.waitForFunction(() => 'bench' in globalThis);
    await page.evaluate(
      (all) => globalThis.bench.barePut(all),
      rows.map((row) => ({ ...row, card: String(row['card']) })),
    );
    await page.waitForTimeout(SETTLES);
  });
  const each = (bytes: number) => `${(bytes / subject.size).toFixed(0)} bytes`;
  return [
    {
      what: `IndexedDB on the disk for each task, ${subject.size.toLocaleString('en')} tasks`,
      value: each(product),
      against: `${each(text)} as JSON; a bare put of the same rows ${each(bare)}`,
      met: undefined,
    },
  ];
}

/** Bytes of the IndexedDB folder of a new profile after this work. */
async function bytesAfter(
  setup: Setup,
  work: (context: Awaited<ReturnType<typeof openProfile>>) => Promise<void>,
): Promise<number> {
  const profile = mkdtempSync(join(setup.folder, 'profile-'));
  const context = await openProfile(profile);
  try {
    await work(context);
  } finally {
    await context.close();
  }
  return bytesOf(join(profile, 'Default', 'IndexedDB'));
}

function bytesOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
