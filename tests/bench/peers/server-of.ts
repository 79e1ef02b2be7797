import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../support/free-port.ts';
import { waitUntil } from '../../support/wait-until.ts';
import type { Subject } from '../board-page.ts';
import { downloadedTasks } from '../downloaded-tasks.ts';
import type { Setup } from '../setup.ts';

/** Writes the tasks of a board, as Cairn's server sends them, into a file for the servers of the peers. */
export async function writeRows(setup: Setup, { peer, board, size }: Subject): Promise<string> {
  const file = join(setup.folder, `rows-${String(size)}.json`);
  const rows = (await downloadedTasks(setup.url, peer)).filter(
    (row) => row['project'] === board.project,
  );
  if (rows.length !== size) throw new Error(`${String(rows.length)} rows of ${String(size)}`);
  writeFileSync(file, JSON.stringify(rows.map((row) => ({ ...row, lane: row['card'] }))));
  return file;
}

/** The server of the peers on a free port, with its own copy of the rows. */
export async function startPeersServer(
  pages: string,
  rows: string,
): Promise<{ readonly url: string; readonly stop: () => void }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${String(port)}`;
  const server = spawn(process.execPath, ['tests/bench/peers/server/main.ts'], {
    env: { ...process.env, PORT: String(port), PEERS_DIR: pages, ROWS: rows },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = () => void server.kill('SIGKILL');
  process.once('exit', stop);
  await waitUntil('the server of the peers answers', () => isUp(url), { withinMs: 30_000 });
  return { url, stop };
}

async function isUp(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/healthz`)).ok;
  } catch {
    return false;
  }
}
