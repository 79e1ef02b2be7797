import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Services } from '../http/services.ts';
import { newObjectName } from '../files/storage.ts';
import type { BackupStatus } from '../shared/operations.ts';
import { type Health, PROBE_TIMEOUT_MS } from './health.ts';
import { requireOperator } from './operator.ts';
import { readMailQueue, readSecurityQueue, type QueueLag } from './queues.ts';

/** A report is shared for so long (milliseconds). */
const CACHE_MS = 5_000;
/** Calls of a file store may cost money: its result is kept for this time. */
const FILES_MS = 60_000;
/** A queue whose oldest entry waits longer is reported. */
const QUEUE_MS = 60 * 60_000;
/** Free space of a disk, as a part of it and in bytes: less than both is a warning. */
const FREE_PART = 0.1;
const FREE_BYTES = 5_000_000_000;
/** Less than this is a failure: SQLite needs room for its log, a backup for a copy. */
const FREE_LEAST_BYTES = 200_000_000;

type State = 'ok' | 'warning' | 'failed';

/** One part of the report; `reason` is a text for the operator when the state is not `ok`. */
interface Finding {
  readonly state: State;
  readonly reason?: string;
  readonly [figure: string]: unknown;
}

interface Monitored {
  readonly services: Services;
  readonly health: Health;
  readonly token: string;
}

/**
 * `GET /healthz/deep`, for holders of the operator's token: everything that an operator has to watch, each part with
 * its state and figures (docs/OPERATING.md). 200 while no part has failed, otherwise 503. Milliseconds and bytes.
 */
export function registerDeepHealth(fastify: FastifyInstance, monitored: Monitored): void {
  const { clock } = monitored.services;
  const ask = createReport(monitored);
  let last: { readonly at: number; readonly answer: ReturnType<typeof ask> } | undefined;
  fastify.get('/healthz/deep', async (request, reply) => {
    requireOperator(request, monitored.token);
    if (last === undefined || clock.now() - last.at >= CACHE_MS) {
      last = { at: clock.now(), answer: ask() };
    }
    const parts = await last.answer;
    const status = worstOf(Object.values(parts).map(({ state }) => state));
    return reply
      .status(status === 'failed' ? 503 : 200)
      .header('cache-control', 'no-store')
      .send({ status, ...parts });
  });
}

function createReport({
  services,
  health,
}: Monitored): () => Promise<Readonly<Record<string, Finding>>> {
  const { database, operations, clock, log } = services;
  const storage = sharedFor(FILES_MS, clock.now, () => probeStorage(services));
  const probes: Readonly<Record<string, () => Promise<Finding>>> = {
    database: () => probeDatabase(services, health),
    ...Object.fromEntries(
      Object.entries(operations?.folders ?? {}).map(([name, path]) => [
        `disk_${name}`,
        () => probeDisk(path),
      ]),
    ),
    backup: async () => judgeBackups(operations?.backups?.(), clock.now()),
    mail: async () => judgeQueue(await readMailQueue(database.db, clock.now())),
    security_log: async () => judgeQueue(await readSecurityQueue(database.db, clock.now())),
    object_storage: storage,
    bus: async () => timed(() => database.bus.check()),
  };
  return async () =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(probes).map(
          async ([name, probe]) => [name, await ended(name, probe, log)] as const,
        ),
      ),
    );
}

/** An error may name hosts and keys: it is in the log, not in the report. */
async function ended(
  name: string,
  probe: () => Promise<Finding>,
  log: FastifyBaseLogger | undefined,
): Promise<Finding> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error('No answer in time')), PROBE_TIMEOUT_MS);
  try {
    return await Promise.race([probe(), timeout.promise]);
  } catch (error) {
    log?.warn({ err: error, part: name }, 'a part of the deep health check failed');
    return { state: 'failed', reason: 'does not answer, or refuses; see the log' };
  } finally {
    clearTimeout(timer);
  }
}

/** The probes of `/healthz` (both ends of every table, a durable write), then what was written is read. */
async function probeDatabase({ database, writer }: Services, health: Health): Promise<Finding> {
  await health.check();
  const mark = await writer.session([], async ({ sql }) => {
    await sql.run(
      `insert into counters (name, value) values ('deep-health', 1)
       on conflict (name) do update set value = counters.value + 1`,
    );
    const [row] = await sql.all("select value from counters where name = 'deep-health'");
    return Number(row?.['value']);
  });
  const [row] = await database.snapshot((sql) =>
    sql.all("select value from counters where name = 'deep-health'"),
  );
  // Another process may have written in between.
  if (!(Number(row?.['value']) >= mark)) throw new Error('The database lost an acknowledged write');
  return { state: 'ok', kind: database.kind };
}

async function probeDisk(path: string): Promise<Finding> {
  // The folder of backups is created by the first one.
  if (!existsSync(path)) return { state: 'warning', reason: 'The folder does not exist' };
  const { bavail, blocks, bsize } = await statfs(path);
  const [free, total] = [bavail * bsize, blocks * bsize];
  const figures = { free_bytes: free, total_bytes: total };
  if (free < FREE_LEAST_BYTES) return { state: 'failed', reason: 'The disk is full', ...figures };
  return free < FREE_BYTES && free < total * FREE_PART
    ? { state: 'warning', reason: 'The disk is nearly full', ...figures }
    : { state: 'ok', ...figures };
}

function judgeBackups(status: BackupStatus | undefined, now: number): Finding {
  if (status === undefined) {
    return { state: 'ok', configured: false, reason: 'BACKUP_DIR is not set' };
  }
  const { newest, failure, intervalMs, since, kept } = status;
  const age = now - (newest?.at ?? since);
  const figures = {
    configured: true,
    kept,
    age_ms: newest === undefined ? null : age,
    interval_ms: intervalMs,
    newest: newest ?? null,
    failed_at: failure?.at ?? null,
  };
  if (age > 2 * intervalMs) {
    return {
      state: 'failed',
      reason: failure?.reason ?? 'No backup for two intervals',
      ...figures,
    };
  }
  if (failure !== undefined) return { state: 'warning', reason: failure.reason, ...figures };
  if ((newest?.files?.missing ?? 0) > 0) {
    return { state: 'warning', reason: 'The newest backup lacks attached files', ...figures };
  }
  return { state: 'ok', ...figures };
}

function judgeQueue({ waiting, oldestMs }: QueueLag): Finding {
  const figures = { waiting, oldest_ms: oldestMs };
  return oldestMs > QUEUE_MS
    ? { state: 'warning', reason: 'Nothing is accepted', ...figures }
    : { state: 'ok', ...figures };
}

async function probeStorage({ fileStorage, random }: Services): Promise<Finding> {
  if (fileStorage === undefined) return { state: 'ok', configured: false };
  return timed(async () => {
    const name = newObjectName(random);
    await fileStorage.write(name, once(Buffer.from('health')));
    const bytes = await (await fileStorage.read(name)).toArray();
    await fileStorage.remove(name);
    if (Buffer.concat(bytes).toString() !== 'health') throw new Error('Other bytes were read');
  });
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function timed(work: () => Promise<void>): Promise<Finding> {
  const start = performance.now();
  await work();
  return { state: 'ok', ms: Math.round(performance.now() - start) };
}

/** The same result, a failure too, for a while. */
function sharedFor<T>(ms: number, now: () => number, read: () => Promise<T>): () => Promise<T> {
  let last: { readonly at: number; readonly answer: Promise<T> } | undefined;
  return () => {
    if (last === undefined || now() - last.at >= ms) last = { at: now(), answer: read() };
    return last.answer;
  };
}

function worstOf(states: readonly State[]): State {
  return (['failed', 'warning'] as const).find((state) => states.includes(state)) ?? 'ok';
}
