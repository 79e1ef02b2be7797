/**
 * The start command: `npm start` as a person types it, its address, its end, and its message when
 * it cannot start.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { freePort } from '../support/free-port.ts';

test('npm start prints the address, shows sign-up on an empty folder, and stops on a signal', async ({
  page,
}) => {
  const port = String(await freePort());
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-start-'));
  const running = npmStart({ PORT: port, DATA_DIR: dataDir });
  try {
    await expect.poll(running.output, { timeout: 60_000 }).toContain(`http://localhost:${port}`);
    await page.goto(`http://127.0.0.1:${port}`);
    await expect(page.getByRole('heading', { name: 'Sign up' })).toBeVisible();
    await expect(page.getByLabel('Organization Name')).toBeVisible();
    running.signal('SIGTERM');
    await running.ended;
    // The signal ends npm's shell at once, and npm with it, while the server completes its stop of at most 10 s.
    await expect
      .poll(async () => isAnswering(`http://127.0.0.1:${port}/healthz`), { timeout: 15_000 })
      .toBe(false);
  } finally {
    running.signal('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test('npm start reports an invalid environment in a message, and fails', async () => {
  const running = npmStart({ PORT: 'eighty', DATABASE_URL: 'mysql://nowhere' });
  const code = await running.ended;
  expect(code).toBe(1);
  expect(running.output()).toMatch(/PORT .*number/);
  expect(running.output()).toContain('DATABASE_URL is not a PostgreSQL address');
  expect(running.output()).not.toMatch(/\bat .*\.ts:\d+/);
});

async function isAnswering(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

interface Running {
  /** Sends a signal to npm and its child processes, like a terminal or a service manager. */
  readonly signal: (name: 'SIGTERM' | 'SIGKILL') => void;
  readonly output: () => string;
  /** Exit code. */
  readonly ended: Promise<number | null>;
}

function npmStart(env: Readonly<Record<string, string>>): Running {
  const child = spawn('npm', ['start'], { env: { ...process.env, ...env }, detached: true });
  const pieces: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => pieces.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => pieces.push(chunk.toString()));
  return {
    signal: (name) => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, name);
      } catch {
        // All of its processes have ended already.
      }
    },
    output: () => pieces.join(''),
    ended: new Promise((resolve) => child.once('exit', resolve)),
  };
}
