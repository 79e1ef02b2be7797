import type { RawRow } from '../../model/entities/define-entity.ts';
import type { BootstrapLine } from '../../model/protocol/messages.ts';
import { type EngineContext, isKnownTable } from './context.ts';
import { applySnapshot, ROWS_AT_ONCE } from './apply-changes.ts';
import type { TransactionWork, WriteOptions } from '../core/ports/store.ts';
import type { Checkpoint, DownloadReason, StreamState } from '../core/ports/streams.ts';
import type { DownloadedScope } from '../core/scope-state.ts';

/** How a download writes (PULL-6): few rows at a time, each with the question whether this run still goes on. */

/** One try at a download: what it has seen so far. */
export interface Run {
  readonly context: EngineContext;
  readonly stream: string;
  readonly reason: DownloadReason;
  /** Its name in the stream's row: another run that writes its own there has taken over. */
  readonly name: string;
  /** Ids by table, of what the snapshot had. */
  readonly seen: Map<string, Set<string>>;
  readonly complete: DownloadedScope[];
  /** How many of the complete ones are in the store for sure. */
  stored: number;
  /** Scopes of which rows have come, complete or not. */
  readonly scopesSeen: Set<string>;
  start: Start | undefined;
  /** A first download of which an earlier run has left rows. */
  isRepeated: boolean;
  done: number;
  finished: boolean;
  /** Transactions on their way, in their order; false: another run has taken over. */
  readonly writing: Promise<boolean>[];
  /** Tables with rows that are here and that no screen has heard of. */
  readonly unannounced: Set<string>;
  /** Device's clock when the first line came, and when screens were last told. */
  startedAt: number;
  notifiedAt: number;
}

export type Start = Extract<BootstrapLine, { kind: 'start' }>;

export function newRun(context: EngineContext, stream: string, reason: DownloadReason): Run {
  const name = String(context.ports.random.next());
  return {
    context,
    stream,
    reason,
    name,
    seen: new Map(),
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

/** A write of this run; false, and nothing written, when another run has taken over. */
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

/** The same for rows alone: they are on their way while it is asked whether this run still goes on. */
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

/** Takes back what was written: another run has its name in the stream's row. */
class Superseded extends Error {}

export async function writeDownloaded(
  run: Run,
  table: string,
  rows: readonly RawRow[],
): Promise<boolean> {
  const marks = run.seen.get(table) ?? new Set<string>();
  run.seen.set(table, marks);
  for (const { id, scope } of rows) {
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
 * Rows of a transaction and transactions on their way at the same time. One is filled while the one before it is being
 * committed, which is as fast as all rows in one; a write of the person waits for no more than these.
 */
const AT_ONCE = 2;
const ROWS_A_WRITE = ROWS_AT_ONCE / AT_ONCE;

/** Sends a transaction off when there is room; the cursor waits for all of them. False: another run has taken over. */
async function next(run: Run, start: () => Promise<boolean>): Promise<boolean> {
  while (run.writing.length >= AT_ONCE) if ((await run.writing.shift()) === false) return false;
  const writing = start();
  // Whoever awaits it hears of a failure; until then nobody does.
  writing.catch(() => undefined);
  run.writing.push(writing);
  return true;
}

export async function allWritten(run: Run): Promise<boolean> {
  return !(await Promise.all(run.writing.splice(0))).includes(false);
}

/** Screens show what has landed soon after the first rows, then after twice the time, and so on: each costs reading. */
const NOTIFY_FIRST = 100;
const NOTIFY_EVERY = 700;

/** Announces what has landed quietly and how far the download is. */
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

/** A checkpoint has only what is in the store: a transaction on its way may still fail, and the next one does not. */
export function checkpointWhenWritten(run: Run): void {
  const count = run.complete.length;
  Promise.all(run.writing).then(
    (written) => {
      if (!written.includes(false)) run.stored = Math.max(run.stored, count);
    },
    // Whoever awaits it hears of it.
    () => undefined,
  );
}

function checkpointIn({ reason, start, complete, stored }: Run): { checkpoint?: Checkpoint } {
  if (reason !== 'first' || start === undefined) return {};
  const { epoch, v } = start;
  return { checkpoint: { epoch, v, complete: complete.slice(0, stored) } };
}
