import type { Browser } from '@playwright/test';

/** Ids of the processes that draw pages and run their workers; every profile has its own. */
export async function rendererIds(browser: Browser): Promise<readonly number[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

/**
 * Stops processes as a system stops a tab that nobody looks at: nothing in them runs, while what the network brings is
 * kept for them. Gives what lets them go on.
 */
export function freeze(ids: readonly number[]): () => void {
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const id of ids) process.kill(id, name);
  };
  const thaw = () => signal('SIGCONT');
  // A browser with a process that stands still does not end.
  process.once('exit', thaw);
  signal('SIGSTOP');
  return () => {
    process.off('exit', thaw);
    thaw();
  };
}
