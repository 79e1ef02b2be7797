import { availableParallelism } from 'node:os';
import { defineConfig, devices } from '@playwright/test';
import { HEADLESS_SHELL } from './tests/e2e/support/browsers.ts';

/** One scenario per core: with more, the recovery after a fault (ENG-4) takes longer than 10 s for lack of a processor. */
const WORKERS = Math.min(availableParallelism(), 8);

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  // Scenarios of one file are independent: each has its own organisation and devices.
  fullyParallel: true,
  workers: WORKERS,
  retries: 0,
  forbidOnly: true,
  timeout: 300_000,
  // Expectations only wait: recovery times (ENG-4) are asserted on a controlled clock, in the unit
  // tests and in the simulation.
  expect: { timeout: 40_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  outputDir: 'test-results/playwright',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    serviceWorkers: 'allow',
    // A step that cannot succeed fails early and leaves the scenario's time unused.
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    // Scenarios wait for animations to end. Those about dragging enable motion.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every scenario would cost a third of the time; TRACE=1 keeps the traces of failures.
    trace: process.env['TRACE'] === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    ...HEADLESS_SHELL,
  },
});
