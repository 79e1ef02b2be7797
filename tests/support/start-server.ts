/**
 * The real server as a child process, started like by a person: `server/main.ts` on its own port,
 * with its own data folder or a PostgreSQL. It can be killed and started again on the same port and
 * data.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { waitUntil } from './wait-until.ts';

export interface ServerProcess {
  /** `http://127.0.0.1:<port>` without a trailing slash. */
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  /** Its output so far: both streams, all starts. */
  readonly logs: () => string;
  /** kill -9: no handler runs. Resolves when the process has ended. */
  readonly kill: () => Promise<void>;
  /** SIGTERM, the graceful stop; its exit code. */
  readonly terminate: () => Promise<number | null>;
  /** Starts it again after `kill` or `terminate`, on the same port and data. */
  readonly start: () => Promise<void>;
  /** Stops it if it runs and removes the data folder that was created for it. */
  readonly stop: () => Promise<void>;
}

export interface ServerOptions {
  /** Default: a fresh temporary folder. */
  readonly dataDir?: string;
  /** Default: SQLite in the data folder. */
  readonly databaseUrl?: string;
  /** Default: a free one. */
  readonly port?: number;
  /** Further environment variables. */
  readonly env?: Readonly<Record<string, string>>;
}

/** For processes on one database that have data folders of their own. */
export const SHARED_KEY = { SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') } as const;

/** Starts a server and waits for /healthz; throws with its log when it ends before that. */
export async function startServer(options: ServerOptions = {}): Promise<ServerProcess> {
  const port = options.port ?? (await freePort());
  const ownFolder = options.dataDir === undefined;
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'cairn-data-'));
  const url = `http://127.0.0.1:${String(port)}`;
  const log: string[] = [];

  const launch = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, ['server/main.ts'], {
      env: environment(options, port, dataDir),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.on('data', (chunk: Buffer) => log.push(chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => log.push(chunk.toString()));
    await waitUntil(
      'the server answers /healthz',
      () => {
        if (hasEnded(child)) throw new Error(`the server ended at once:\n${log.join('')}`);
        return isHealthy(url);
      },
      { withinMs: 90_000 },
    );
    return child;
  };

  let child: ChildProcess | undefined = await launch();
  const cleanUp = (): void => {
    child?.kill('SIGKILL');
    if (ownFolder) rmSync(dataDir, { recursive: true, force: true });
  };
  process.once('exit', cleanUp);

  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> => {
    const ending = child;
    child = undefined;
    if (ending === undefined) return null;
    const gone = exitCodeOf(ending);
    ending.kill(signal);
    return gone;
  };

  return {
    url,
    port,
    dataDir,
    logs: () => log.join(''),
    kill: async () => {
      await end('SIGKILL');
    },
    terminate: () => end('SIGTERM'),
    start: async () => {
      child ??= await launch();
    },
    stop: async () => {
      process.off('exit', cleanUp);
      await end('SIGKILL');
      if (ownFolder) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function environment(options: ServerOptions, port: number, dataDir: string): NodeJS.ProcessEnv {
  const { DATABASE_URL: _inherited, ...inherited } = process.env;
  return {
    ...inherited,
    ...options.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    ...(options.databaseUrl === undefined ? {} : { DATABASE_URL: options.databaseUrl }),
  };
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/healthz`);
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false; // not listening yet
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function exitCodeOf(child: ChildProcess): Promise<number | null> {
  if (hasEnded(child)) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once('exit', (code) => resolve(code)));
}
