import type { Browser } from '@playwright/test';

/** Ids of the renderer processes, which also run the workers; every profile has its own. */
export async function rendererIds(browser: Browser): Promise<readonly number[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

/**
 * Suspends processes like an operating system suspends a hidden tab: nothing in them runs, and
 * network data is buffered for them. Returns a function that resumes them.
 */
export function freeze(ids: readonly number[]): () => void {
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const id of ids) process.kill(id, name);
  };
  const thaw = () => signal('SIGCONT');
  // A browser with a suspended process does not end.
  process.once('exit', thaw);
  signal('SIGSTOP');
  return () => {
    process.off('exit', thaw);
    thaw();
  };
}
