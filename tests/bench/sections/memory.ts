import { existsSync, readFileSync } from 'node:fs';
import type { CDPSession } from '@playwright/test';
import { onBoard, type Subject } from '../board-page.ts';
import type { Setup } from '../setup.ts';
import type { Row } from '../stats.ts';
import { heapsOf } from '../worker-targets.ts';

/** Milliseconds after which the work that follows a start is done. */
const SETTLES = 20_000;

/**
 * Memory of a board: script heaps of the page and of its workers after a garbage collection, elements of the document,
 * and the memory of the page's process, which contains all of them and the browser's own.
 */
export async function memoryOfBoard(setup: Setup, subject: Subject): Promise<readonly Row[]> {
  const browser = await setup.browser.newBrowserCDPSession();
  const before = new Set((await renderers(browser)).map(({ id }) => id));
  return onBoard(setup, subject, async ({ page }) => {
    await page.waitForTimeout(SETTLES);
    const where = `${subject.size.toLocaleString('en')} tasks`;
    const session = await page.context().newCDPSession(page);
    const heaps = await heapsOf(page, session);
    const counters = await session.send('Memory.getDOMCounters');
    const processes = (await renderers(browser))
      .filter(({ id }) => !before.has(id))
      .map(({ id }) => ownBytes(id));
    await browser.detach();
    return [
      ...heaps.map(({ name, bytes }) => ({
        what: `script heap of ${name}, a board, ${where}`,
        value: mb(bytes),
        against: '',
        met: undefined,
      })),
      {
        what: `memory of the page's process, a board, ${where}`,
        // The browser keeps an empty process ready for the next page.
        value: mb(Math.max(0, ...processes)),
        against: `${String(counters.nodes)} nodes, ${String(counters.jsEventListeners)} listeners`,
        met: undefined,
      },
    ];
  });
}

async function renderers(browser: CDPSession): Promise<readonly { readonly id: number }[]> {
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  return processInfo.filter(({ type }) => type === 'renderer');
}

/** Bytes that a process has in memory without those of files, as Linux counts them; 0 on other systems. */
function ownBytes(pid: number): number {
  const file = `/proc/${String(pid)}/status`;
  if (!existsSync(file)) return 0;
  return Number(/RssAnon:\s+(\d+) kB/.exec(readFileSync(file, 'utf8'))?.[1] ?? 0) * 1_024;
}

function mb(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
