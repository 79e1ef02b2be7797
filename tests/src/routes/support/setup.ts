/** Runs before each file of route tests: every test begins on a device without data, on an unloaded page. */
import '../../../../src/ui/theme/mantine-styles.ts';
import { afterEach, beforeEach } from 'vitest';
import { page } from 'vitest/browser';
import { closeApp } from './app.tsx';
import { forgetDevice } from './device.ts';
import { failedRequests, media } from './screen.ts';

const WIDE = { width: 1440, height: 900 };
/** Characters of the page that the message of a failure repeats. */
const LONGEST = 900;

beforeEach(async () => {
  await page.viewport(WIDE.width, WIDE.height);
});

afterEach(async ({ task }) => {
  // Before the app is unloaded: screenshots are out of reach in CI.
  const shown = shownText();
  for (const error of task.result?.errors ?? []) {
    error.message = `${error.message.split('\n', 1).join('')} The screen showed: ${shown}`;
    error.stack = `${error.message}\n${error.stack ?? ''}`;
  }
  await closeApp();
  await media({ colorScheme: 'light', reducedMotion: 'reduce' });
  localStorage.clear();
  sessionStorage.clear();
  await forgetDevice();
  await failedRequests();
});

/** Address and texts of the page, in one line. */
function shownText(): string {
  const texts = document.body.innerText.replaceAll(/\s+/g, ' ').trim();
  return `${location.pathname}${location.search} ${texts}`.slice(0, LONGEST);
}
