import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { startServer } from '../support/start-server.ts';

/** Runs `npm run load` as an operator does; its output. */
async function load(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { DATABASE_URL: _inherited, ...inherited } = process.env;
  const command = ['tests/load/main.ts', ...args];
  const { stdout } = await promisify(execFile)(process.execPath, command, {
    env: { ...inherited, ...env },
  });
  return stdout;
}

const BRIEF = ['--seconds', '1', '--writes', '4', '--devices', '3'];

it('every device receives every write, in an organisation for each person and in a prepared one', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-load-'));
  const accounts = join(dataDir, 'accounts.json');
  await load(['--prepare', accounts, '--people', '2'], { DATA_DIR: dataDir });
  const server = await startServer({ dataDir });
  try {
    const own = await load(['--url', server.url, '--people', '2', ...BRIEF]);
    const prepared = ['--accounts', accounts, '--people', '2'];
    const together = await load(['--url', server.url, ...prepared, ...BRIEF]);
    for (const table of [own, together]) {
      expect(table).toMatch(/\| people, devices \| 2, 6 \|/);
      expect(table).toMatch(/\| deliveries, missing \| [1-9][0-9]*, 0 \|/);
      expect(table).toMatch(/\| errors \| none \|/);
    }
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
