/** Runs before each file of route tests: every test begins on a device without data, on an unloaded page. */
import '../../../../src/ui/theme/mantine-styles.ts';
import { afterEach, beforeEach } from 'vitest';
import { page } from 'vitest/browser';
import { closeApp } from './app.tsx';
import { unblockAll } from './deferred-writes.ts';
import { forgetDevice } from './device.ts';
import { failedRequests, media } from './screen.ts';

const WIDE = { width: 1440, height: 900 };
/** Characters of an assertion's message, and of the page, in the message of a failure. */
const LONGEST_MESSAGE = 400;
const LONGEST_PAGE = 900;

beforeEach(async () => {
  await page.viewport(WIDE.width, WIDE.height);
});

afterEach(async ({ task }) => {
  // Before the app is unloaded: screenshots are out of reach in CI.
  const shown = shownText();
  for (const error of task.result?.errors ?? []) {
    const message = inOneLine(error.message).slice(0, LONGEST_MESSAGE);
    error.message = `${message} The screen showed: ${shown}`;
    error.stack = `${error.message}\n${error.stack ?? ''}`;
  }
  await unblockAll();
  await closeApp();
  await media({ colorScheme: 'light', reducedMotion: 'reduce' });
  localStorage.clear();
  sessionStorage.clear();
  await forgetDevice();
  await failedRequests();
});

/** Address and texts of the page, in one line: what is open, then the screen without its frame. */
function shownText(): string {
  const parts = [...document.querySelectorAll<HTMLElement>('[role="dialog"], dialog, main')];
  const isScreen = (part: HTMLElement) => part.localName === 'main';
  const inOrder = parts.toSorted((one, other) => Number(isScreen(one)) - Number(isScreen(other)));
  const texts = (inOrder.length === 0 ? [document.body] : inOrder).map((part) => part.innerText);
  return inOneLine(`${location.pathname}${location.search} ${texts.join(' ')}`).slice(
    0,
    LONGEST_PAGE,
  );
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
