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
    testTimeout: 180_000,
    // Each load starts a worker from its sources: on a busy machine that alone has taken more than 20 s.
    expect: { poll: { timeout: 60_000 } },
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
