/** Runs before each file of route tests: every test begins on a device without data, on an unloaded page. */
import '../../../../src/ui/theme/mantine-styles.ts';
import { afterEach, beforeEach } from 'vitest';
import { page } from 'vitest/browser';
import { closeApp } from './app.tsx';
import { forgetDevice } from './device.ts';
import { failedRequests, media } from './screen.ts';

const WIDE = { width: 1440, height: 900 };

beforeEach(async () => {
  await page.viewport(WIDE.width, WIDE.height);
});

afterEach(async () => {
  await closeApp();
  await media({ colorScheme: 'light', reducedMotion: 'reduce' });
  localStorage.clear();
  sessionStorage.clear();
  await forgetDevice();
  await failedRequests();
});
