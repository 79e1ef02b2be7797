/**
 * A Valkey or Redis, or a NATS, for tests: a child process on a free port of 127.0.0.1 that stores nothing. Where the
 * program is missing the tests are reported as skipped; with `CI` set that is an error (scripts/test.mjs installs it).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { freePort } from './free-port.ts';
import { waitUntil } from './wait-until.ts';

export type BusKind = 'redis' | 'nats';

export interface BusServer {
  /** For `BUS_URL`. */
  readonly url: string;
  readonly kill: () => Promise<void>;
  /** Starts it again after `kill`, on the same port. */
  readonly start: () => Promise<void>;
}

const PROGRAMS: Readonly<Record<BusKind, readonly string[]>> = {
  redis: ['valkey-server', 'redis-server'],
  nats: ['nats-server'],
};

/** Debian keeps servers in `sbin`, which is not on everybody's path. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

export function busProgram(kind: BusKind): string | undefined {
  const found = PROGRAMS[kind]
    .flatMap((name) => FOLDERS.map((folder) => join(folder, name)))
    .find((file) => existsSync(file));
  if (found === undefined && (process.env['CI'] ?? '') !== '') {
    throw new Error(`No ${PROGRAMS[kind].join(' or ')} found, and CI is set: install one.`);
  }
  return found;
}

export async function startBusServer(kind: BusKind): Promise<BusServer> {
  const program = busProgram(kind);
  if (program === undefined) throw new Error(`There is no ${kind} on this machine`);
  const port = await freePort();
  const args =
    kind === 'redis'
      ? ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
      : ['--addr', '127.0.0.1', '--port', String(port)];
  let child: ChildProcess | undefined;
  const start = async () => {
    child ??= spawn(program, args, { stdio: 'ignore' });
    await waitUntil(`${kind} accepts connections`, () => accepts(port), { withinMs: 20_000 });
  };
  process.once('exit', () => child?.kill('SIGKILL'));
  await start();
  return {
    url: `${kind}://127.0.0.1:${String(port)}`,
    start,
    kill: async () => {
      const ending = child;
      child = undefined;
      if (ending === undefined) return;
      const gone = once(ending, 'exit');
      ending.kill('SIGKILL');
      await gone;
    },
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const settle = (found: boolean) => () => {
      socket.destroy();
      resolve(found);
    };
    socket.once('connect', settle(true)).once('error', settle(false));
  });
}
