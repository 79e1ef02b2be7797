import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { build } from 'vite';
import { CHROMIUM_ARGS } from '../support/chromium-args.ts';
import { freePort } from '../support/free-port.ts';
import { waitUntil } from '../support/wait-until.ts';

/** A path that the product's service worker passes to the server: for others it serves the app. */
export const BENCH_PAGE = '/assets/bench/index.html';

/** The server, the browser and a temporary folder. */
export interface Setup {
  readonly url: string;
  readonly folder: string;
  /** The built product. */
  readonly staticDir: string;
  readonly browser: Browser;
  readonly close: () => Promise<void>;
}

export async function startSetup(): Promise<Setup> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  const staticDir = join(folder, 'static');
  await buildAll(staticDir);
  const server = await startBenchServer(join(folder, 'data'), { staticDir });
  const browser = await chromium.launch(launchOptions());
  return {
    url: server.url,
    folder,
    staticDir,
    browser,
    close: async () => {
      await browser.close();
      server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A context with a profile on the disk, in a browser of its own; `close` leaves the folder. */
export function openProfile(profile: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, { ...launchOptions(), viewport: VIEWPORT });
}

export const VIEWPORT = { width: 1440, height: 900 } as const;

/** A separate server on a free port; with a `databaseUrl` on that PostgreSQL. */
export async function startBenchServer(
  dataDir: string,
  options: {
    readonly staticDir?: string;
    readonly databaseUrl?: string;
    /** Milliseconds until the first answer; a server with much data counts it at its first start. */
    readonly withinMs?: number;
  } = {},
): Promise<{ readonly url: string; readonly pid: number; readonly stop: () => void }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${String(port)}`;
  const server = spawn(process.execPath, ['tests/bench/server.ts'], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      STATIC_DIR: options.staticDir ?? '',
      DATABASE_URL: options.databaseUrl ?? '',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = () => void server.kill('SIGKILL');
  process.once('exit', stop);
  await waitUntil('the server of the bench answers', () => isUp(url), {
    withinMs: options.withinMs ?? 30_000,
  });
  return { url, pid: server.pid ?? 0, stop };
}

function launchOptions() {
  const executablePath = process.env['CHROMIUM_PATH'] ?? systemChromium();
  return {
    args: [...CHROMIUM_ARGS, '--disable-background-networking'],
    ...(executablePath === undefined ? {} : { executablePath }),
  };
}

/** The product as shipped, and the bench's own page on the same origin. */
async function buildAll(staticDir: string): Promise<void> {
  await build({ logLevel: 'warn', build: { outDir: staticDir, emptyOutDir: true } });
  await build({
    configFile: false,
    root: 'tests/bench/page',
    base: BENCH_PAGE.replace('index.html', ''),
    logLevel: 'warn',
    worker: { format: 'es' },
    build: {
      outDir: join(staticDir, 'assets', 'bench'),
      emptyOutDir: true,
      target: 'chrome120',
    },
  });
}

async function isUp(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/healthz`)).ok;
  } catch {
    return false;
  }
}

function systemChromium(): string | undefined {
  return ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
    existsSync(path),
  );
}
