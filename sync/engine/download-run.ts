import type { RawRow } from '../../model/entities/define-entity.ts';
import type { BootstrapLine } from '../../model/protocol/messages.ts';
import { type EngineContext, isKnownTable } from './context.ts';
import { applySnapshot, ROWS_AT_ONCE } from './apply-changes.ts';
import { mayBeMissing } from './outlines.ts';
import type { TransactionWork, WriteOptions } from '../core/ports/store.ts';
import type { Checkpoint, DownloadReason, StreamState } from '../core/ports/streams.ts';
import type { DownloadedScope } from '../core/scope-state.ts';

/** Writes of a download (PULL-6): few rows per transaction, which checks that no other run has replaced this one. */

/** State of one attempt to download a stream. */
export interface Run {
  readonly context: EngineContext;
  readonly stream: string;
  readonly reason: DownloadReason;
  /** Name of the run in the stream's row; another run replaces this one by writing its own name there. */
  readonly name: string;
  /** Ids of the rows in the snapshot, by table. */
  readonly seen: Map<string, Set<string>>;
  /** Number of rows among these that the server's count does not contain (OUT-4.3), as details of hot tasks (OUT-7). */
  uncounted: number;
  readonly complete: DownloadedScope[];
  /** Number of scopes in `complete` whose rows are all stored. */
  stored: number;
  /** Scopes of which rows were received, complete or not. */
  readonly scopesSeen: Set<string>;
  start: Start | undefined;
  /** True for a first download after an earlier run that may have left rows. */
  isRepeated: boolean;
  done: number;
  finished: boolean;
  /** Running transactions in their order; each resolves to false when another run has replaced this one. */
  readonly writing: Promise<boolean>[];
  /** Tables with stored rows that have not been announced to live queries. */
  readonly unannounced: Set<string>;
  /** Device's clock at the first line, and at the last announcement. */
  startedAt: number;
  notifiedAt: number;
}

export type Start = Extract<BootstrapLine, { kind: 'start' }>;

/** Ids of rows on this device that this run did not receive, by table. */
export type Unseen = ReadonlyMap<string, readonly string[]>;

export function newRun(context: EngineContext, stream: string, reason: DownloadReason): Run {
  const name = String(context.ports.random.next());
  return {
    context,
    stream,
    reason,
    name,
    seen: new Map(),
    uncounted: 0,
    complete: [],
    stored: 0,
    scopesSeen: new Set(),
    start: undefined,
    isRepeated: false,
    done: 0,
    finished: false,
    writing: [],
    unannounced: new Set(),
    startedAt: 0,
    notifiedAt: 0,
  };
}

/** Writes in a transaction of this run; false, with nothing written, when another run has replaced it. */
export async function write(
  run: Run,
  options: WriteOptions,
  work: TransactionWork<StreamState>,
): Promise<boolean> {
  return run.context.ports.store.write(options, async (tx) => {
    const state = await tx.stream(run.stream);
    if (state?.download?.run !== run.name) return false;
    await work(tx, state);
    return true;
  });
}

/** The same for rows, which are written while the stream's row is read; rolled back when the run was replaced. */
async function writeRows(run: Run, table: string, rows: readonly RawRow[]): Promise<boolean> {
  try {
    await run.context.ports.store.write(
      { tables: [table], durability: 'relaxed', publish: 'when-announced' },
      async (tx) => {
        const [state] = await Promise.all([tx.stream(run.stream), applySnapshot(tx, table, rows)]);
        if (state?.download?.run !== run.name) throw new Superseded();
      },
    );
  } catch (error) {
    if (error instanceof Superseded) return false;
    throw error;
  }
  run.unannounced.add(table);
  run.done += rows.length;
  return true;
}

/** Thrown to roll a transaction back: another run has replaced this one. */
class Superseded extends Error {}

export async function writeDownloaded(
  run: Run,
  table: string,
  rows: readonly RawRow[],
): Promise<boolean> {
  const marks = run.seen.get(table) ?? new Set<string>();
  run.seen.set(table, marks);
  for (const { id, scope } of rows) {
    // A row that moved during the download may be in two lines.
    const isFirst = !marks.has(id);
    if (isFirst && run.start && mayBeMissing(run.start, table, scope)) run.uncounted += 1;
    marks.add(id);
    run.scopesSeen.add(scope);
  }
  if (!isKnownTable(table)) return true;
  for (let from = 0; from < rows.length; from += ROWS_A_WRITE) {
    const part = rows.slice(from, from + ROWS_A_WRITE);
    if (!(await next(run, () => writeRows(run, table, part)))) return false;
    if (!(await notify(run, false))) return false;
  }
  return true;
}

/**
 * Number of concurrent transactions. One is filled while the previous one is committed, which is as fast as one large
 * transaction; a write of the person waits for these transactions only.
 */
const AT_ONCE = 2;
const ROWS_A_WRITE = ROWS_AT_ONCE / AT_ONCE;

/** Starts a transaction once fewer than `AT_ONCE` are running; false when another run has replaced this one. */
async function next(run: Run, start: () => Promise<boolean>): Promise<boolean> {
  while (run.writing.length >= AT_ONCE) if ((await run.writing.shift()) === false) return false;
  const writing = start();
  // A failure is handled where the promise is awaited.
  writing.catch(() => undefined);
  run.writing.push(writing);
  return true;
}

export async function allWritten(run: Run): Promise<boolean> {
  return !(await Promise.all(run.writing.splice(0))).includes(false);
}

/** Milliseconds until stored rows are announced; doubled up to `NOTIFY_EVERY`, since screens read their rows again. */
const NOTIFY_FIRST = 100;
const NOTIFY_EVERY = 700;

/** Announces the tables with new rows, and stores the progress of the download. */
export async function notify(run: Run, isLast: boolean): Promise<boolean> {
  const { store, clock } = run.context.ports;
  const now = clock.now();
  const wait = Math.min(NOTIFY_EVERY, Math.max(NOTIFY_FIRST, run.notifiedAt - run.startedAt));
  if (!isLast && now - run.notifiedAt < wait) return true;
  if (isLast) {
    if (!(await allWritten(run))) return false;
    run.stored = run.complete.length;
  }
  run.notifiedAt = now;
  store.announce([...run.unannounced]);
  run.unannounced.clear();
  return next(run, () =>
    write(run, { tables: [], durability: 'on-disk' }, async (tx, state) => {
      const total = Math.max(run.done, run.start?.total ?? 0);
      const { reason, done, name } = run;
      await tx.putStream({
        ...state,
        download: { reason, done, total, run: name, ...checkpointIn(run) },
      });
    }),
  );
}

/** Counts a scope as stored once all its transactions are committed: one may fail although a later one succeeds. */
export function checkpointWhenWritten(run: Run): void {
  const count = run.complete.length;
  Promise.all(run.writing).then(
    (written) => {
      if (!written.includes(false)) run.stored = Math.max(run.stored, count);
    },
    // A failure is handled where the promise is awaited.
    () => undefined,
  );
}

function checkpointIn({ reason, start, complete, stored }: Run): { checkpoint?: Checkpoint } {
  if (reason !== 'first' || start === undefined) return {};
  const { epoch, v, at, outlined, summarized } = start;
  const hot = hotOf(start);
  const checkpoint = { epoch, v, complete: complete.slice(0, stored) };
  return {
    checkpoint: {
      ...checkpoint,
      ...(at !== undefined && { at }),
      ...(outlined !== undefined && { outlined }),
      ...(summarized !== undefined && { summarized }),
      ...(hot !== undefined && { hot }),
    },
  };
}

/** Hot scopes of a download (OUT-7), as in the stream's state. */
export function hotOf({
  hot,
  unchanged_since: since,
}: Start): Readonly<Record<string, number>> | undefined {
  if (hot === undefined || since === undefined) return undefined;
  return Object.fromEntries(hot.map((scope) => [scope, since]));
}
