import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { sourceSwitches } from './tests/simulation/source-switches-plugin.ts';
import { catalogues } from './scripts/catalogue-plugin.ts';
import { ROUTE_TESTS, routeTests } from './vitest.routes.config.ts';

/** Tests of servers that are killed and of timers wait for a third of their time. */
const WORKERS = Math.ceil(1.5 * availableParallelism());

/** The longest first, so that no worker is alone with one of them at the end. */
const LONGEST = ['simulation/schedules', 'simulation/planted-faults', 'server/kill', 'api/matrix'];

/**
 * Tests that share a worker's modules, and a PostgreSQL (tests/support/for-each-database.ts). One that mocks a module
 * (`*.isolated.test.ts`) belongs to the project `node`: a module that another test has loaded keeps the real one.
 */
const SHARED = [
  'tests/{api,model,server}/**/!(*.isolated).test.ts',
  'tests/sync/lost-access.test.ts',
];

/**
 * Tests of the engine and of the screens, which share a worker's modules. One that needs an IndexedDB in `globalThis`
 * before Dexie is loaded (`fake-indexeddb/auto`) belongs to the project `node`, which loads everything for each file.
 */
const WARM = ['tests/{sync/engine,src,sw}/**/*.test.{ts,tsx}'];

/** Tests that run the engine with planted faults. */
const FAULTS = ['tests/simulation/planted-faults.test.ts'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const index = LONGEST.findIndex((part) => moduleId.includes(part));
      return index === -1 ? LONGEST.length : index;
    };
    return (await super.sort(files)).toSorted((left, right) => place(left) - place(right));
  }
}

/** As long as a busy machine may need for what a test waits for. */
const POLL_MS = 20_000;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          // Nothing in them changes what is global for good: loading the server anew for each file took a fifth of the time.
          name: 'shared',
          include: SHARED,
          globalSetup: ['tests/support/shared-databases.ts'],
          isolate: false,
          environment: 'node',
          testTimeout: 60_000,
          expect: { poll: { timeout: POLL_MS } },
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [catalogues()],
        test: {
          // The server and the engine are loaded and compiled once a worker: half of the time of these tests otherwise.
          name: 'warm',
          setupFiles: ['tests/support/british.ts'],
          include: WARM,
          exclude: ROUTE_TESTS,
          isolate: false,
          environment: 'node',
          testTimeout: 60_000,
          expect: { poll: { timeout: POLL_MS } },
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [catalogues()],
        test: {
          name: 'node',
          setupFiles: ['tests/support/british.ts'],
          include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
          exclude: ['tests/{e2e,bench,simulation}/**', ...ROUTE_TESTS, ...SHARED, ...WARM],
          environment: 'node',
          testTimeout: 60_000,
          expect: { poll: { timeout: POLL_MS } },
          hookTimeout: 120_000,
        },
      },
      {
        // The engine is loaded with a switch at each planted fault: every other test runs it as it is.
        plugins: [sourceSwitches()],
        test: {
          name: 'faults',
          include: FAULTS,
          environment: 'node',
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'simulation',
          include: ['tests/simulation/**/*.test.ts'],
          exclude: FAULTS,
          environment: 'node',
          testTimeout: 300_000,
          expect: { poll: { timeout: POLL_MS } },
          hookTimeout: 120_000,
        },
      },
      routeTests,
    ],
    sequence: { sequencer: LongestFirst },
    maxWorkers: WORKERS,
  },
});
