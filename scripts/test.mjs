/**
 * `npm test`: everything that CI runs, on a machine where nothing but Node, npm and git is installed. It
 * prepares the packages, a Chromium and (in CI) a PostgreSQL, runs all checks and tests, and ends with the
 * line "N passed, N failed". A runner that ran nothing counts as a failure.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ROOT, ensureBuilt, ensureInstalled, fail, productNode, runNode } from './setup.mjs';

const RESULTS = join(ROOT, 'test-results');
const inCi = (process.env['CI'] ?? '') !== '';

/** Names of Chromium's headless shell, the first of Debian. */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell'];

/** @typedef {{ readonly passed: number, readonly failed: number, readonly skipped: number }} Outcome */

ensureInstalled();
const browsers = ensureBrowsers();
ensurePostgres();
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

/** @type {readonly (readonly [string, () => Outcome])[]} */
const stages = [
  ['checks', checks],
  ['unit, server and simulation tests', vitest],
  ['build', build],
  ['browser tests', playwright],
];

const outcomes = stages.map(([name, run]) => {
  console.log(`\n== ${name}`);
  const started = Date.now();
  const outcome = run();
  return { name, seconds: Math.round((Date.now() - started) / 1000), ...outcome };
});

console.log('');
for (const { name, seconds, passed, failed, skipped } of outcomes) {
  const skips = skipped === 0 ? '' : `, ${skipped} skipped`;
  console.log(`${name}: ${passed} passed, ${failed} failed${skips} (${seconds} s)`);
}
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** @returns {Outcome} */
function checks() {
  const code = runNode(['scripts/check.ts', join(RESULTS, 'checks.json')]);
  return judged(code, readJson('checks.json'));
}

/** @returns {Outcome} */
function vitest() {
  const file = join(RESULTS, 'vitest.json');
  const code = runNode([
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const report = readJson('vitest.json');
  return judged(
    code,
    report && {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests,
    },
  );
}

/** @returns {Outcome} */
function build() {
  ensureBuilt();
  const code = runNode(['scripts/budget.ts']);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

/** @returns {Outcome} */
function playwright() {
  const code = runNode(['node_modules/@playwright/test/cli.js', 'test'], browsers);
  const report = readJson('playwright.json');
  return judged(
    code,
    report && {
      passed: report.stats.expected,
      failed: report.stats.unexpected + report.stats.flaky,
      skipped: report.stats.skipped,
    },
  );
}

/**
 * A runner's own counts, made honest: without a report, with no test run, or with a bad exit code that no
 * failed test explains, one failure is added.
 * @param {number} code
 * @param {Outcome | undefined} report
 * @returns {Outcome}
 */
function judged(code, report) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const ranNothing = report.passed + report.failed === 0;
  const unexplained = code !== 0 && report.failed === 0;
  return { ...report, failed: report.failed + (ranNothing || unexplained ? 1 : 0) };
}

/** @param {string} name */
function readJson(name) {
  const file = join(RESULTS, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/**
 * Where the browser tests find Chromium, as environment variables: the whole browser and its headless shell. Nothing
 * where Playwright has its own. The paths that are given, Playwright's own where they are or can be downloaded, the
 * system's, and on Debian as root the packages; without a shell the whole browser does its work.
 * @returns {Record<string, string>}
 */
function ensureBrowsers() {
  if (process.env['CHROMIUM_PATH'] !== undefined || starts(undefined)) return {};
  const system = systemBrowsers();
  if (system !== undefined) return system;
  console.log('No Chromium found; downloading the one of Playwright ...');
  const download = spawnSync(
    productNode(),
    ['node_modules/@playwright/test/cli.js', 'install', 'chromium'],
    {
      cwd: ROOT,
      stdio: 'inherit',
      timeout: 240_000,
      // Where nothing answers, the system's browser is asked for soon.
      env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' },
    },
  );
  if (download.status === 0 && starts(undefined)) return {};
  aptInstall('chromium', 'chromium-headless-shell');
  return (
    systemBrowsers() ??
    fail('The browser tests need a Chromium: install one, or set CHROMIUM_PATH to one.')
  );
}

/** @returns {Record<string, string> | undefined} */
function systemBrowsers() {
  const whole = onPath(['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']);
  if (whole === undefined || !starts(whole)) return undefined;
  if (inCi && onPath(SHELLS) === undefined) aptInstall('chromium-headless-shell');
  const shell = onPath(SHELLS);
  return {
    CHROMIUM_PATH: whole,
    ...(shell !== undefined && starts(shell) && { CHROMIUM_SHELL_PATH: shell }),
  };
}

/**
 * True when the browser comes up; a file that is there but lacks a system library does not.
 * @param {string | undefined} executablePath undefined: Playwright's own
 */
function starts(executablePath) {
  const script = `
    const { chromium } = await import('@playwright/test');
    const executablePath = ${JSON.stringify(executablePath ?? null)} ?? chromium.executablePath();
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'], timeout: 30000 });
    await browser.close();
  `;
  const result = spawnSync(productNode(), ['--input-type=module', '-e', script], { cwd: ROOT });
  return result.status === 0;
}

/** In CI the tests on PostgreSQL may not be skipped; elsewhere they say that they are. */
function ensurePostgres() {
  // With strace a test counts the syncs of each commit; without it that one test says that it is skipped.
  if (inCi && onPath(['strace']) === undefined) aptInstall('strace');
  if (postgresIsThere()) return;
  if (!inCi) {
    console.log(
      'No PostgreSQL on this machine: the tests on PostgreSQL are skipped (SQLite is tested).',
    );
    return;
  }
  aptInstall('postgresql');
  if (!postgresIsThere())
    fail('CI needs PostgreSQL for its tests: install postgresql or set PG_BIN.');
}

function postgresIsThere() {
  const script = `
    const { postgresPrograms } = await import('./tests/support/pg-cluster.ts');
    process.exit(postgresPrograms() === undefined ? 1 : 0);
  `;
  const result = spawnSync(productNode(), ['--input-type=module', '-e', script], {
    cwd: ROOT,
    env: { ...process.env, CI: '' },
  });
  return result.status === 0;
}

/** @param {readonly string[]} names of Debian packages; without root or apt nothing happens */
function aptInstall(...names) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || onPath(['apt-get']) === undefined)
    return;
  console.log(`Installing ${names.join(' and ')} with apt-get ...`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], {
    stdio: 'inherit',
    env,
  });
}

/**
 * @param {readonly string[]} names
 * @returns {string | undefined} the first that is on the path
 */
function onPath(names) {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((file) => existsSync(file));
}
