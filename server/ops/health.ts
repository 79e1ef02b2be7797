import type { FastifyInstance } from 'fastify';
import { ENTITIES } from '../../model/entities/registry.ts';
import { CairnError } from '../../model/shared/errors.ts';
import type { Writer } from '../writer/writer-types.ts';
import type { FileStorage } from '../files/storage.ts';
import { newObjectName } from '../files/storage.ts';
import { fieldOf, isDiskFull } from '../shared/errors.ts';
import type { Database } from '../store/database.ts';
import { numberOf, quoted, type Sql } from '../store/sql.ts';

/** A result is shared for so long (milliseconds): frequent requests cause no more work. */
const CACHE_MS = 5_000;
/** A probe that takes longer has failed; callers of `/healthz` need a longer timeout. */
export const PROBE_TIMEOUT_MS = 10_000;
/** Calls of a file store may cost money. */
const FILES_MS = 60_000;
/** A full disk accepts a small write now and then; a rejected write counts for this long. */
const FULL_MS = 60_000;
/** Damage needs an operator: it is reported for at least this long. */
const DAMAGED_MS = 10 * 60_000;
/** Up to this size SQLite is checked completely, at most once in this time: about 100 ms. */
const WHOLE_CHECK_BYTES = 32_000_000;
const WHOLE_CHECK_MS = 5 * 60_000;
/** Rows read at each end of a table. */
const ROWS = 3;

interface HealthDeps {
  readonly database: Database;
  readonly writer: Writer;
  /** Undefined: this server stores no files. */
  readonly storage: FileStorage | undefined;
  /** Milliseconds. */
  readonly now: () => number;
  readonly random: (count: number) => Uint8Array;
}

export interface Health {
  /**
   * Reads both ends of every table, writes a row and, once a minute, a file. Rejects with `unavailable` when the
   * database cannot be read or written, with `storage_full` when the disk is full. Results are shared for 5 s.
   */
  readonly check: () => Promise<void>;
  /** Reports an error of the database that a call has met. */
  readonly noteFailure: (error: unknown) => void;
}

type Fault = 'damaged' | 'full';

export function createHealth(deps: HealthDeps): Health {
  const { now } = deps;
  const met = new Map<Fault, number>();
  let last: { readonly at: number; readonly answer: Promise<void> } | undefined;
  let running: Promise<void> | undefined;
  let filesAt = -Infinity;
  let wholeAt = -Infinity;
  const isRecent = (fault: Fault, ms: number) => now() - (met.get(fault) ?? -Infinity) < ms;
  const noteFailure = (error: unknown) => {
    const fault = faultOf(error);
    if (fault !== undefined) met.set(fault, now());
  };
  const check = async () => {
    await deps.database.ping();
    if (now() - wholeAt >= WHOLE_CHECK_MS) {
      wholeAt = now();
      await deps.database.snapshot(checkWhole(deps.database.kind));
    }
    await deps.database.snapshot(readEnds);
    await writeRow(deps.writer);
    if (deps.storage !== undefined && now() - filesAt >= FILES_MS) {
      await writeFile(deps.storage, deps.random);
      filesAt = now();
    }
  };
  const probe = async () => {
    await check().catch((error: unknown) => {
      noteFailure(error);
      throw error;
    });
    // Results from a remembered fault are not remembered again, or they would never end.
    if (isRecent('damaged', DAMAGED_MS)) throw new Error('The database is damaged');
    if (isRecent('full', FULL_MS)) throw full();
  };
  // A probe that exceeds its time continues: the next request waits for the same one instead of adding to the load.
  const sharedProbe = () => {
    running ??= probe().finally(() => {
      running = undefined;
    });
    return running;
  };
  const ask = async () => {
    const timeout = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => timeout.reject(new Error('The database does not answer in time')),
      PROBE_TIMEOUT_MS,
    );
    try {
      await Promise.race([sharedProbe(), timeout.promise]);
    } catch (error) {
      throw refusalOf(error);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    noteFailure,
    check: () => {
      if (last === undefined || now() - last.at >= CACHE_MS) last = { at: now(), answer: ask() };
      return last.answer;
    },
  };
}

/** `/healthz` runs all probes; `/healthz/live` shows only that this process responds, and reads nothing. */
export function registerHealth(fastify: FastifyInstance, health: Health): void {
  fastify.get('/healthz', async (_request, reply) => {
    await health.check();
    return reply.header('cache-control', 'no-store').send({ status: 'ok' });
  });
  fastify.get('/healthz/live', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
}

/** Error codes of SQLite and PostgreSQL for damaged data, and for a disk that cannot be read or written. */
function faultOf(error: unknown): Fault | undefined {
  const code = fieldOf(error, 'code') ?? fieldOf(fieldOf(error, 'cause'), 'code');
  if (isDiskFull(code)) return 'full';
  const isDamage = /^(?:SQLITE_(?:CORRUPT|NOTADB|IOERR)|XX00[12]$|58030$)/.test(String(code));
  return isDamage ? 'damaged' : undefined;
}

function refusalOf(cause: unknown): CairnError {
  if (cause instanceof CairnError) return cause;
  if (faultOf(cause) === 'full') return full(cause);
  const message = 'The database does not answer, or cannot be read or written';
  return new CairnError({ code: 'unavailable', message }, { cause });
}

function full(cause?: unknown): CairnError {
  return new CairnError(
    { code: 'storage_full', message: /*i18n*/ 'The server has no room left' },
    { cause },
  );
}

/** Reads the first and the last pages of each table, by its key, to find damage. */
async function readEnds(sql: Sql): Promise<void> {
  for (const { table, stream } of ENTITIES) {
    const key = stream === 'user' ? ['org_id', 'owner', 'id'] : ['org_id', 'id'];
    await readEnd(sql, table, key);
  }
  await readEnd(sql, 'changes', ['org_id', 'stream', 'tbl', 'id', 'scope']);
  await readEnd(sql, 'activity', ['org_id', 'stream', 'tbl', 'row_id', 'v', 'field']);
  await readEnd(sql, 'users', ['id']);
  await readEnd(sql, 'sessions', ['id']);
}

async function readEnd(sql: Sql, table: string, key: readonly string[]): Promise<void> {
  for (const way of ['asc', 'desc']) {
    const order = key.map((column) => `${quoted(column)} ${way}`).join(', ');
    await sql.all(`select * from ${quoted(table)} order by ${order} limit ${String(ROWS)}`);
  }
}

/**
 * Checks every page of a small database. PostgreSQL has no cheap way; its checksums report damage when a page is read.
 */
function checkWhole(kind: Database['kind']): (sql: Sql) => Promise<void> {
  return async (sql) => {
    if (kind !== 'sqlite') return;
    const [size] = await sql.all(
      'select c.page_count * s.page_size as bytes from pragma_page_count() c, pragma_page_size() s',
    );
    if (size === undefined || numberOf(size, 'bytes') > WHOLE_CHECK_BYTES) return;
    const [found] = await sql.all('pragma quick_check(1)');
    const finding = String(found?.['quick_check']);
    if (finding === 'ok') return;
    throw Object.assign(new Error(`SQLite: ${finding}`), { code: 'SQLITE_CORRUPT' });
  };
}

async function writeRow(writer: Writer): Promise<void> {
  await writer.session([], ({ sql }) =>
    sql.run(
      `insert into counters (name, value) values ('health', 1)
       on conflict (name) do update set value = counters.value + 1`,
    ),
  );
}

async function writeFile(storage: FileStorage, random: HealthDeps['random']): Promise<void> {
  const name = newObjectName(random);
  await storage.write(name, once(Buffer.from('health')));
  await storage.remove(name);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
