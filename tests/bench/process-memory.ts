import { existsSync, readFileSync } from 'node:fs';
import type { Browser } from '@playwright/test';

/**
 * Follows the processes of the pages that are opened from now on; the result reads the bytes of the largest one, page
 * and workers together. The browser keeps an empty process ready for the next page.
 */
export async function followPageMemory(browser: Browser): Promise<() => Promise<number>> {
  const session = await browser.newBrowserCDPSession();
  const renderers = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  };
  const before = new Set(await renderers());
  return async () => {
    const bytes = (await renderers()).filter((id) => !before.has(id)).map(ownBytes);
    await session.detach();
    return Math.max(0, ...bytes);
  };
}

/** Bytes that a process has in memory without those of files, as Linux counts them; 0 on other systems. */
function ownBytes(pid: number): number {
  const file = `/proc/${String(pid)}/status`;
  if (!existsSync(file)) return 0;
  return Number(/RssAnon:\s+(\d+) kB/.exec(readFileSync(file, 'utf8'))?.[1] ?? 0) * 1_024;
}
