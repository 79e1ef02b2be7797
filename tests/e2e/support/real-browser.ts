import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS } from '../../support/chromium-args.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { wholeBrowserPath } from './browsers.ts';

/** A browser of our own with a profile on the disk, which can be killed as a power cut or a crash would. */
export interface RealBrowser {
  readonly page: Page;
  /** SIGKILL to the browser and every process of it; nothing gets to finish. */
  readonly kill: () => Promise<void>;
}

/** Starts Chromium on a profile folder, which is kept: the next start finds what the last one stored. */
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
    // already gone
  }
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}
