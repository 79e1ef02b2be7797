import type { BrowserContext } from '@playwright/test';

/** Roles in a snapshot of a page that say which screen and which state it shows. */
const ROLES =
  /^\s*- (?:dialog|alertdialog|heading|alert|status|region|link ".*unsent changes|text: .*unsent change)/;
/** Characters of a page that are kept. */
const LONGEST = 700;

/** Addresses, dialogs, headings and status of a device's pages, in one line. */
export async function screensOf(context: BrowserContext): Promise<string> {
  const shown = context.pages().map(async (page) => {
    const { pathname, search } = new URL(page.url(), 'http://unknown');
    const snapshot = await page
      .locator('body')
      .ariaSnapshot({ timeout: 5_000 })
      .catch((error: unknown) => `- alert: ${String(error).split('\n', 1).join()}`);
    const lines = snapshot.split('\n').filter((line) => ROLES.test(line));
    const parts = [pathname + search, ...lines.map((line) => line.trim())];
    return parts.join(' ').slice(0, LONGEST);
  });
  return (await Promise.all(shown)).join(' AND ');
}
