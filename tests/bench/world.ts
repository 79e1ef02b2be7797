import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import { freePort } from '../support/free-port.ts';
import { waitUntil } from '../support/wait-until.ts';
import type { Peer } from './peer.ts';

/** The server, the browser and a folder to throw away. */
export interface World {
  readonly url: string;
  readonly folder: string;
  readonly browser: Browser;
  /** A fresh profile that is signed in and stands on the home page; nothing is downloaded ahead of it. */
  readonly signedIn: (
    peer: Peer,
  ) => Promise<{ readonly context: BrowserContext; readonly page: Page }>;
  readonly close: () => Promise<void>;
}

export async function startWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  const staticDir = join(folder, 'static');
  await buildAll(staticDir);
  const port = await freePort();
  const url = `http://127.0.0.1:${String(port)}`;
  const server = spawn(process.execPath, ['tests/bench/server.ts'], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      STATIC_DIR: staticDir,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await waitUntil('the server of the bench answers', () => isUp(url), { withinMs: 30_000 });
  const executablePath = process.env['CHROMIUM_PATH'] ?? systemChromium();
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-background-networking'],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  return {
    url,
    folder,
    browser,
    signedIn: async (peer) => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      await page.goto(url);
      await page.getByLabel('Email').fill(peer.email);
      await page.getByLabel('Password', { exact: true }).fill(peer.password);
      await page.getByRole('button', { name: /sign in/i }).click();
      await page.waitForURL('**/home-view');
      return { context, page };
    },
    close: async () => {
      await browser.close();
      server.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The product as it is shipped, and the bench's own page beside it on the same origin. */
async function buildAll(staticDir: string): Promise<void> {
  if (!existsSync('dist/index.html')) throw new Error('Run `npm run build` first');
  cpSync('dist', staticDir, { recursive: true });
  await build({
    configFile: false,
    root: 'tests/bench/page',
    base: '/bench/',
    logLevel: 'warn',
    worker: { format: 'es' },
    build: { outDir: join(staticDir, 'bench'), emptyOutDir: true, target: 'chrome120' },
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
