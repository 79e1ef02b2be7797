/**
 * A PostgreSQL for tests: a new cluster in a temporary folder, on a free port of 127.0.0.1, run by an unprivileged user
 * (initdb refuses root). It is removed when it is stopped or when the test process ends.
 *
 * A test calls `postgresPrograms()` first and reports itself as skipped where the programs are missing; with `CI` set
 * that is an error, so a CI run never passes without PostgreSQL.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { waitUntil } from './wait-until.ts';

export interface PgCluster {
  /** `postgres://` URL of the cluster's own `postgres` database. */
  readonly url: string;
  readonly port: number;
  /** Creates an empty database and returns its URL for DATABASE_URL. */
  readonly createDatabase: (name?: string) => Promise<string>;
  /**
   * Like a power cut for the server program: every backend is killed at once, nothing is flushed.
   */
  readonly kill: () => Promise<void>;
  /** Starts the same cluster again after `kill`. */
  readonly start: () => Promise<void>;
  /** Stops it and removes its folder. */
  readonly stop: () => Promise<void>;
}

interface PgClusterOptions {
  /** False for tests that only need a database: no fsync, several times faster. Default true. */
  readonly durable?: boolean;
  /** Maximum number of connections; default 60. */
  readonly connections?: number;
  /** Further settings of the server. */
  readonly settings?: Readonly<Record<string, string>>;
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Folder of the PostgreSQL programs: PG_BIN, the newest of the usual places, or the PATH.
 * Undefined where there is none; throws instead when CI is set.
 */
export function postgresPrograms(): string | undefined {
  const candidates = [
    process.env['PG_BIN'] ?? '',
    ...versioned('/usr/lib/postgresql', 'bin'),
    ...versioned('/opt/homebrew/opt', 'bin', 'postgresql@'),
    ...versioned('/usr/local/opt', 'bin', 'postgresql@'),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  const found = candidates.find(
    (folder) =>
      folder !== '' && existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  );
  if (found === undefined && (process.env['CI'] ?? '') !== '') {
    throw new Error('No PostgreSQL found, and CI is set: install postgresql or set PG_BIN.');
  }
  return found;
}

/** Starts a cluster; throws with the programs' own output when it cannot. */
export async function startPgCluster(options: PgClusterOptions = {}): Promise<PgCluster> {
  const bin = postgresPrograms();
  if (bin === undefined) throw new Error('No PostgreSQL found: install it or set PG_BIN.');
  const { durable = true, connections = 60, settings: further = {} } = options;
  const user = unprivilegedUser();
  const folder = mkdtempSync(join(tmpdir(), 'cairn-pg-'));
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const port = await freePort();
  initialise(bin, data, user, durable);
  const url = `postgres://postgres@127.0.0.1:${String(port)}/postgres`;

  const launch = async (): Promise<ChildProcess> => {
    const settings = { port, folder, durable, connections, further };
    const child = spawn(join(bin, 'postgres'), serverArguments(data, settings), {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const log: string[] = [];
    child.stderr.on('data', (chunk: Buffer) => log.push(chunk.toString()));
    await waitUntil(
      'PostgreSQL answers',
      () => {
        if (child.exitCode !== null) throw new Error(`PostgreSQL ended at once:\n${log.join('')}`);
        return answers(url);
      },
      { withinMs: 30_000 },
    );
    return child;
  };

  let child: ChildProcess | undefined = await launch();
  let databases = 0;
  const cleanUp = (): void => {
    child?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', cleanUp);

  return {
    url,
    port,
    createDatabase: async (name) => {
      databases += 1;
      const database = name ?? `test_${String(databases)}`;
      await runSql(url, `create database "${database}"`);
      return `postgres://postgres@127.0.0.1:${String(port)}/${database}`;
    },
    kill: async () => {
      const killed = killEverything(child);
      await ended(child);
      child = undefined;
      // A terminating backend holds the shared memory, and the next start would refuse the data
      // folder.
      await waitUntil('the killed backends are gone', () => killed.every(isGone), {
        withinMs: 20_000,
      });
    },
    start: async () => {
      child ??= await launch();
    },
    stop: async () => {
      process.off('exit', cleanUp);
      child?.kill('SIGINT');
      await ended(child);
      child = undefined;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function versioned(parent: string, inner: string, prefix = ''): string[] {
  if (!existsSync(parent)) return [];
  return readdirSync(parent)
    .filter((name) => name.startsWith(prefix))
    .toSorted((a, b) => Number(b.replace(prefix, '')) - Number(a.replace(prefix, '')))
    .map((name) => join(parent, name, inner));
}

/**
 * Root may not run PostgreSQL: the user `postgres` runs it, or `nobody`. Undefined: keep the
 * current user.
 */
function unprivilegedUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('PostgreSQL cannot run as root, and there is no user postgres or nobody.');
}

function initialise(bin: string, data: string, user: User | undefined, durable: boolean): void {
  const result = spawnSync(
    join(bin, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--no-locale',
      ...(durable ? [] : ['-N']),
    ],
    { ...user, cwd: tmpdir(), encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } },
  );
  if (result.status !== 0) throw new Error(`initdb failed:\n${result.stdout}${result.stderr}`);
}

interface ServerSettings {
  readonly port: number;
  /** Of the socket. */
  readonly folder: string;
  readonly durable: boolean;
  readonly connections: number;
  readonly further: Readonly<Record<string, string>>;
}

function serverArguments(data: string, server: ServerSettings): string[] {
  const { port, folder, durable, connections, further } = server;
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: folder,
    shared_buffers: '32MB',
    max_connections: String(connections),
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...further,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', data, ...flags];
}

async function answers(url: string): Promise<boolean> {
  try {
    await runSql(url, 'select 1');
    return true;
  } catch {
    return false; // not started yet
  }
}

/** Runs one statement on a connection of its own. */
export async function runSql(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined); // the cluster may be killed under the connection
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** SIGKILL to the postmaster and to each of its backends, which would live on for a moment otherwise. */
function killEverything(child: ChildProcess | undefined): readonly number[] {
  if (child?.pid === undefined) return [];
  child.kill('SIGSTOP');
  const backends = childrenOf(child.pid);
  for (const pid of backends) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // ended already
    }
  }
  child.kill('SIGKILL');
  return backends;
}

/** A zombie counts as ended: it holds no resources. */
function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return / Z /.test(readFileSync(`/proc/${String(pid)}/stat`, 'utf8'));
  } catch {
    return true;
  }
}

function childrenOf(pid: number): number[] {
  const listed = `/proc/${String(pid)}/task/${String(pid)}/children`;
  if (existsSync(listed))
    return readFileSync(listed, 'utf8').split(' ').filter(Boolean).map(Number);
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (parent === pid && child !== undefined ? [child] : []));
}

function ended(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) {
    return Promise.resolve();
  }
  return new Promise((resolve) => child.once('exit', () => resolve()));
}
