import { playwright } from '@vitest/browser-playwright';
import mantine from 'postcss-preset-mantine';
import type { UserProjectConfigExport } from 'vitest/config';
import { catalogues } from './scripts/catalogue-plugin.ts';
import { MODERN_DEXIE } from './scripts/modern-dexie.ts';
import { HEADLESS_SHELL } from './tests/e2e/support/browsers.ts';
import {
  emulateMedia,
  failedRequests,
  mouse,
  pressKey,
  typeText,
} from './tests/src/routes/support/commands.ts';
import { noServer } from './tests/src/routes/support/no-server.ts';

export const ROUTE_TESTS = ['tests/src/routes/**/*.test.tsx'];

/** Route tests (decision 0047): each loads the app at an address in Chromium, over real local databases. */
export const routeTests: UserProjectConfigExport = {
  plugins: [catalogues(), noServer()],
  // React as people run it; its development build takes several times as long.
  define: { 'process.env.NODE_ENV': '"production"' },
  oxc: { jsx: { runtime: 'automatic', development: false, refresh: false } },
  resolve: { alias: [MODERN_DEXIE] },
  css: { postcss: { plugins: [mantine()] } },
  worker: { format: 'es' },
  // All packages are bundled before the first test: one found later would reload the page.
  optimizeDeps: {
    entries: [
      'src/main.tsx',
      'sync/worker/*main.ts',
      'src/{routes,features}/**/*.tsx',
      ...ROUTE_TESTS,
    ],
    include: ['axe-core', 'react/jsx-runtime'],
  },
  test: {
    name: 'routes',
    include: ROUTE_TESTS,
    setupFiles: ['tests/src/routes/support/setup.ts'],
    testTimeout: 240_000,
    // The app itself waits up to 35 s for the session's lock, and then up to 30 s for a response.
    expect: { poll: { timeout: 100_000 } },
    // Loading the app's modules costs more than all tests of a file: the files share one page.
    isolate: false,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      commands: { emulateMedia, failedRequests, mouse, pressKey, typeText },
      // Names match in part, as in the browser scenarios.
      locators: { exact: false },
      testerHtmlPath: 'tests/src/routes/support/tester.html',
      provider: playwright({
        ...HEADLESS_SHELL,
        contextOptions: { reducedMotion: 'reduce', locale: 'en-GB' },
        actionTimeout: 30_000,
      }),
      viewport: { width: 1440, height: 900 },
      instances: [{ browser: 'chromium' }],
    },
  },
};
