import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS } from '../../support/chromium-args.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { wholeBrowserPath } from './browsers.ts';

/**
 * A separate browser with a profile on the disk, which can be killed like by a power cut or a
 * crash.
 */
export interface RealBrowser {
  readonly page: Page;
  /** Sends SIGKILL to the browser and all of its processes; none of them can finish its work. */
  readonly kill: () => Promise<void>;
  /** Closes the browser as a person does: its cookies are on the disk afterwards. */
  readonly close: () => Promise<void>;
}

/**
 * Starts Chromium on a persistent profile folder: the next start finds the stored data of the last
 * one.
 */
export async function startBrowser(profile: string): Promise<RealBrowser> {
  const portFile = join(profile, 'DevToolsActivePort');
  rmSync(portFile, { force: true });
  const child = spawn(
    wholeBrowserPath(),
    [
      '--headless=new',
      ...CHROMIUM_ARGS,
      '--no-first-run',
      '--disable-gpu',
      '--window-size=1440,900',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { detached: true, stdio: 'ignore' },
  );
  const killGroup = () => {
    if (child.pid !== undefined) kill(-child.pid);
  };
  process.once('exit', killGroup);
  const browser = await connect(portFile);
  const context = browser.contexts()[0];
  const page = context?.pages()[0] ?? (await context?.newPage());
  if (page === undefined) throw new Error('the browser opened no page');
  return {
    page,
    close: async () => {
      const gone = ended(child);
      const session = await browser.newBrowserCDPSession();
      await session.send('Browser.close').catch(() => undefined);
      await gone;
    },
    kill: async () => {
      process.off('exit', killGroup);
      const gone = ended(child);
      killGroup();
      await gone;
    },
  };
}

async function connect(portFile: string): Promise<Browser> {
  let port = '';
  await waitUntil(
    'the browser listens',
    () => {
      port = firstLine(portFile);
      return port !== '';
    },
    { withinMs: 30_000 },
  );
  return chromium.connectOverCDP(`http://127.0.0.1:${port}`);
}

function firstLine(file: string): string {
  try {
    return readFileSync(file, 'utf8').split('\n')[0] ?? '';
  } catch {
    return ''; // not written yet
  }
}

function kill(group: number): void {
  try {
    process.kill(group, 'SIGKILL');
  } catch {
    // already ended
  }
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}
