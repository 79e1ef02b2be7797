import { availableParallelism } from 'node:os';
import { defineConfig, devices } from '@playwright/test';
import { HEADLESS_SHELL } from './tests/e2e/support/browsers.ts';

/** A scenario waits for more than half of its time: for timeouts, for a network that heals, for what must not happen. */
const WORKERS = Math.min(2 * availableParallelism(), 8);

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  // Scenarios of one file need not wait for each other: each has an organisation and devices of its own.
  fullyParallel: true,
  workers: WORKERS,
  retries: 0,
  forbidOnly: true,
  timeout: 180_000,
  // How soon something is healed is asserted where it is promised (ENG-4); anything else is only waited for.
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  outputDir: 'test-results/playwright',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'allow',
    // A step that can never be done says so soon, and does not use up the time of its story.
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    // Stories wait for what moves to stand still. Those about moving things by hand see them move.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every story would cost a third of the time; TRACE=1 keeps those of failures.
    trace: process.env['TRACE'] === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    ...HEADLESS_SHELL,
  },
});
