/**
 * `npm test`: every check and test of CI, on a machine with only Node, npm and git. It prepares the packages, a
 * Chromium and (in CI) a PostgreSQL, runs all checks and tests, and ends with the line "N passed, N failed". A runner
 * without any test counts as a failure.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT, ensureBuilt, ensureInstalled, fail, productNode, runNode } from './setup.mjs';

const RESULTS = join(ROOT, 'test-results');
const inCi = (process.env['CI'] ?? '') !== '';

/** Executable names of Chromium and of its headless shell; the first is Debian's. */
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell'];

/**
 * @typedef {{
 *   readonly passed: number, readonly failed: number, readonly skipped: number,
 *   readonly failures?: readonly string[],
 * }} Outcome `failures`: file, title and first line of the message of each failed test
 */

ensureInstalled();
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

// The checks need none of the packages: both run at the same time.
const installing = installPackages(missingPackages());
const outcomes = [stage('checks', checks)];
await installing;
const browsers = ensureBrowsers();
ensurePostgres();
outcomes.push(
  stage('unit, server and simulation tests', () => vitest('vitest.json', '!routes')),
  stage('route tests', () => vitest('routes.json', 'routes', browsers)),
  stage('build', build),
  stage('browser tests', () => playwright(browsers)),
);

// Again at the end, because CI may keep the end of the output only.
for (const { name, failures = [] } of outcomes) {
  for (const failure of failures) console.log(`FAILED, ${name}: ${failure}`);
}
console.log('');
for (const { name, seconds, passed, failed, skipped } of outcomes) {
  const skips = skipped === 0 ? '' : `, ${skipped} skipped`;
  console.log(`${name}: ${passed} passed, ${failed} failed${skips} (${seconds} s)`);
}
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/**
 * @param {string} name
 * @param {() => Outcome} run
 */
function stage(name, run) {
  console.log(`\n== ${name}`);
  const started = Date.now();
  const outcome = run();
  return { name, seconds: Math.round((Date.now() - started) / 1000), ...outcome };
}

/** @returns {Outcome} */
function checks() {
  const code = runNode(['scripts/check.ts', join(RESULTS, 'checks.json')]);
  return judged(code, readJson('checks.json'));
}

/**
 * @param {string} results name of the report's file
 * @param {string} projects those of vitest.config.ts that run; `!` excludes one
 * @param {Record<string, string>} [env]
 * @returns {Outcome}
 */
function vitest(results, projects, env = {}) {
  const code = runNode(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      `--project=${projects}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${join(RESULTS, results)}`,
    ],
    env,
  );
  const report = readJson(results);
  return judged(
    code,
    report && {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests,
      failures: report.testResults.flatMap(failuresOfFile),
    },
  );
}

/**
 * Vitest's report of one file.
 * @param {{ name: string, message?: string, status: string, assertionResults: readonly any[] }} file
 * @returns {readonly string[]}
 */
function failuresOfFile({ name, message, status, assertionResults }) {
  const path = relative(ROOT, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  // A file that does not load has no tests, only a message.
  if (failed.length === 0) return status === 'failed' ? [described(path, '', message)] : [];
  return failed.map((test) => described(path, test.fullName, test.failureMessages[0]));
}

/**
 * Playwright's report of one file or group of tests.
 * @param {{ suites?: readonly any[], specs: readonly any[] }} suite
 * @returns {readonly string[]}
 */
function failuresOfSuite({ suites = [], specs }) {
  const own = specs
    .filter((spec) => !spec.ok)
    .map((spec) => {
      const results = spec.tests.flatMap((/** @type {any} */ test) => test.results);
      const failed = results.find((/** @type {any} */ result) => result.error !== undefined);
      return `${described(spec.file, spec.title, failed?.error.message)}${screensOf(failed?.attachments)}`;
    });
  return [...own, ...suites.flatMap(failuresOfSuite)];
}

/**
 * What each device showed when a browser test failed, and the errors of its pages: screenshots are out of reach in CI.
 * @param {readonly { name: string, body?: string }[]} [attachments]
 * @returns {string}
 */
function screensOf(attachments = []) {
  return attachments
    .filter(({ name, body }) => name === 'screen' && body !== undefined)
    .map(({ body = '' }) => `\n  a device showed ${Buffer.from(body, 'base64').toString()}`)
    .join('');
}

/**
 * @param {string} file
 * @param {string} title
 * @param {string} [message]
 */
function described(file, title, message = '') {
  const lines = stripVTControlCharacters(message).split('\n');
  const place = lines.find((line) => line.includes('/tests/'))?.trim() ?? '';
  return [file, title, lines[0], place].filter((part) => part !== '').join(' › ');
}

/** @returns {Outcome} */
function build() {
  ensureBuilt();
  const code = runNode(['scripts/budget.ts']);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

/**
 * @param {Record<string, string>} browsers
 * @returns {Outcome}
 */
function playwright(browsers) {
  const code = runNode(['node_modules/@playwright/test/cli.js', 'test'], browsers);
  const report = readJson('playwright.json');
  return judged(
    code,
    report && {
      passed: report.stats.expected,
      failed: report.stats.unexpected + report.stats.flaky,
      skipped: report.stats.skipped,
      failures: report.suites.flatMap(failuresOfSuite),
    },
  );
}

/**
 * Counts of a runner. One failure is added when there is no report, no test ran, or no failed test explains the exit
 * code.
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
 * Debian packages that the tests need and the machine lacks. CI runs every test; elsewhere only a browser is required.
 * @returns {readonly string[]}
 */
function missingPackages() {
  const hasBrowser = process.env['CHROMIUM_PATH'] !== undefined || starts(undefined);
  return [
    ...(hasBrowser || onPath(WHOLE) !== undefined ? [] : ['chromium']),
    ...(hasBrowser || onPath(SHELLS) !== undefined ? [] : ['chromium-headless-shell']),
    ...(inCi && !postgresIsThere() ? ['postgresql'] : []),
    // The buses between processes; Debian has Valkey since its release 13, and Redis before.
    ...(inCi && onPath(['valkey-server', 'redis-server']) === undefined
      ? ['valkey-server', 'redis-server']
      : []),
    ...(inCi && onPath(['nats-server']) === undefined ? ['nats-server'] : []),
    // strace counts the syncs of each commit; without it that one test is reported as skipped.
    ...(inCi && onPath(['strace']) === undefined ? ['strace'] : []),
  ];
}

/**
 * Installs Debian packages; without root or apt nothing happens. A separate process installs them one by one, because
 * this process waits for the checks, and a package that this Debian lacks must not prevent the others.
 * @param {readonly string[]} names
 * @returns {Promise<unknown>} settled when it has ended, whatever the result
 */
function installPackages(names) {
  const canInstall = process.platform === 'linux' && process.getuid?.() === 0;
  if (names.length === 0 || !canInstall || onPath(['apt-get']) === undefined) {
    return Promise.resolve();
  }
  console.log(`Installing ${names.join(', ')} with apt-get ...`);
  const each = 'apt-get install -y -qq --no-install-recommends "$name"';
  const script = `apt-get update -qq; for name in "$@"; do ${each}; done`;
  const child = spawn('sh', ['-c', script, 'sh', ...names], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return new Promise((resolve) => {
    child.on('error', resolve);
    child.on('exit', resolve);
  });
}

/**
 * Finds Chromium and its headless shell for the browser tests, in this order: given paths, Playwright's own, the
 * system's, a download of Playwright's. Without a shell the browser itself is used.
 * @returns {Record<string, string>} environment variables; empty for Playwright's own
 */
function ensureBrowsers() {
  if (process.env['CHROMIUM_PATH'] !== undefined || starts(undefined)) return {};
  const whole = onPath(WHOLE);
  if (whole !== undefined && starts(whole)) {
    const shell = onPath(SHELLS);
    return {
      CHROMIUM_PATH: whole,
      ...(shell !== undefined && starts(shell) && { CHROMIUM_SHELL_PATH: shell }),
    };
  }
  console.log('No Chromium found; downloading the one of Playwright ...');
  const download = spawnSync(
    productNode(),
    ['node_modules/@playwright/test/cli.js', 'install', 'chromium'],
    { cwd: ROOT, stdio: 'inherit', timeout: 240_000 },
  );
  if (download.status === 0 && starts(undefined)) return {};
  return fail('The browser tests need a Chromium: install one, or set CHROMIUM_PATH to one.');
}

/**
 * True when the browser starts; an executable may lack a system library.
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

/** CI requires the tests on PostgreSQL; elsewhere they are reported as skipped. */
function ensurePostgres() {
  if (postgresIsThere()) return;
  if (inCi) fail('CI needs PostgreSQL for its tests: install postgresql or set PG_BIN.');
  console.log('No PostgreSQL on this machine: the tests on it are skipped (SQLite is tested).');
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
