import type { FastifyInstance } from 'fastify';
import { ENTITIES } from '../../model/entities/registry.ts';
import { CairnError } from '../../model/shared/errors.ts';
import type { Writer } from '../writer/writer-types.ts';
import type { FileStorage } from '../files/storage.ts';
import { newObjectName } from '../files/storage.ts';
import { fieldOf, isDiskFull } from '../shared/errors.ts';
import type { Database } from '../store/database.ts';
import { numberOf, quoted, type Sql } from '../store/sql.ts';

/** An answer is good for so long (milliseconds): whoever asks more often makes no more work. */
const CACHE_MS = 5_000;
/** A probe that has not come to its end by then has failed; whoever asks `/healthz` waits longer than this. */
export const PATIENCE_MS = 10_000;
/** The store of files may be paid by the call. */
const FILES_MS = 60_000;
/** A full disk takes a small write now and then; what was refused counts for this long. */
const FULL_MS = 60_000;
/** What is damaged does not heal by itself; somebody has to look. */
const DAMAGED_MS = 10 * 60_000;
/** Up to this size SQLite is checked whole, at most once in this time: about 100 ms. */
const WHOLE_CHECK_BYTES = 32_000_000;
const WHOLE_CHECK_MS = 5 * 60_000;
/** Rows read at each end of a table. */
const ROWS = 3;

interface HealthDeps {
  readonly database: Database;
  readonly writer: Writer;
  /** Undefined: this server keeps no files. */
  readonly storage: FileStorage | undefined;
  /** Milliseconds. */
  readonly now: () => number;
  readonly random: (count: number) => Uint8Array;
}

export interface Health {
  /**
   * Reads both ends of every table, writes a row and, once a minute, a file. Rejects with `unavailable` when the
   * database cannot be read or written, with `storage_full` when there is no room. Answers are shared for 5 s.
   */
  readonly check: () => Promise<void>;
  /** Takes note of an error of the database that a call has met. */
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
    // Answers that only remember are not remembered again, or they would never end.
    if (isRecent('damaged', DAMAGED_MS)) throw new Error('The database is damaged');
    if (isRecent('full', FULL_MS)) throw full();
  };
  // A probe that is slower than its patience goes on: the next answer waits for the same one instead of adding to the load.
  const sharedProbe = () => {
    running ??= probe().finally(() => {
      running = undefined;
    });
    return running;
  };
  const ask = async () => {
    const patience = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => patience.reject(new Error('The database does not answer in time')),
      PATIENCE_MS,
    );
    try {
      await Promise.race([sharedProbe(), patience.promise]);
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

/** `/healthz` asks everything; `/healthz/live` only whether this process answers, and reads nothing. */
export function registerHealth(fastify: FastifyInstance, health: Health): void {
  fastify.get('/healthz', async (_request, reply) => {
    await health.check();
    return reply.header('cache-control', 'no-store').send({ status: 'ok' });
  });
  fastify.get('/healthz/live', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
}

/** SQLite's and PostgreSQL's codes for data that is damaged, and for a disk that cannot be read or written. */
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
    { code: 'storage_full', message: 'The server has no room left' },
    { cause },
  );
}

/** Damage is found at the pages that are read: the first and the last of each table, by its key. */
async function readEnds(sql: Sql): Promise<void> {
  for (const { table, stream } of ENTITIES) {
    const key = stream === 'user' ? ['org_id', 'owner', 'id'] : ['org_id', 'id'];
    await readEnd(sql, table, key);
  }
  await readEnd(sql, 'changes', ['stream', 'tbl', 'id', 'scope']);
  await readEnd(sql, 'activity', ['stream', 'tbl', 'row_id', 'v', 'field']);
  await readEnd(sql, 'users', ['id']);
  await readEnd(sql, 'sessions', ['id']);
}

async function readEnd(sql: Sql, table: string, key: readonly string[]): Promise<void> {
  for (const way of ['asc', 'desc']) {
    const order = key.map((column) => `${quoted(column)} ${way}`).join(', ');
    await sql.all(`select * from ${quoted(table)} order by ${order} limit ${String(ROWS)}`);
  }
}

/** Every page of a small database. PostgreSQL has no cheap way to; its checksums speak up when a page is read. */
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
