import type { RawRow } from '../../model/entities/define-entity.ts';
import { entityOf } from '../../model/entities/registry.ts';
import { DIRECTORY_SCOPE } from '../../model/entities/scopes.ts';
import type { BootstrapLine } from '../../model/protocol/messages.ts';
import {
  authed,
  BUSY,
  DONE,
  type EngineContext,
  failed,
  isKnownTable,
  newStream,
  readStream,
  type Step,
  tablesOf,
  wholeTablesOf,
} from './context.ts';
import { enterEpoch, forgetTextVersions, requeue } from './epoch.ts';
import { isWorth, type Kept, keepEarlier, settled } from './kept-download.ts';
import { landSnapshot, ROWS_AT_ONCE } from './landing.ts';
import {
  type BaseRow,
  BrokenStream,
  type DownloadReason,
  refOfKey,
  type StoreTx,
  type StreamState,
  type TableScope,
} from './ports.ts';
import { sweepBases, sweepRows } from './sweep.ts';
import { isUnusual } from './unusual.ts';

/**
 * PULL-6, EPOCH-1, EPOCH-2: reads a whole stream as the server has it now, without emptying the screen.
 *
 *   start (version V) -> rows, in transactions of 49 -> a scope is whole -> ... -> end
 *   end -> rows the snapshot did not have go (mark and sweep) -> cursor := V, and an ordinary pull follows
 */
export async function downloadStream(context: EngineContext, stream: string): Promise<Step> {
  const state = await readStream(context, stream);
  if (!context.holdsLock() && (await isProgressing(context, state))) return BUSY;
  // Read a moment ago; the transaction asks again.
  const mayKeep = isWorth(state.download?.kept?.scopes ?? []);
  if (mayKeep && (await keepEarlier(context, stream))) return DONE;
  const reason = state.download?.reason ?? 'first';
  if (reason === 'epoch') await requeue(context, stream);
  const query = { stream, first: context.lookedAt() };
  const reply = await authed(context, () => context.ports.transport.bootstrap(query));
  if (!reply.ok) return failed(reply.failure);
  const run = newRun(context, stream, reason);
  try {
    for await (const line of reply.value) {
      if (!(await takeLine(run, line))) return BUSY;
    }
  } catch (error) {
    if (!(error instanceof BrokenStream)) throw error;
    return (await keepWhole(run)) ? DONE : failed({ kind: 'network' });
  } finally {
    context.ports.store.announce([...run.quiet]);
  }
  return run.finished ? DONE : failed({ kind: 'network' });
}

/** How long a download of another tab may stand still. */
const PATIENCE = 3_000;

/** Whether another tab's download is moving: then this one keeps out of its way. */
async function isProgressing(context: EngineContext, before: StreamState): Promise<boolean> {
  await new Promise<void>((resolve) => context.ports.timers.after(PATIENCE, resolve));
  const now = await readStream(context, before.stream);
  return now.download?.done !== before.download?.done || now.download?.run !== before.download?.run;
}

/** One try at a download: what it has seen so far. */
interface Run {
  readonly context: EngineContext;
  readonly stream: string;
  readonly reason: DownloadReason;
  /** Its name in the stream's row: another run that writes its own there has taken over. */
  readonly name: string;
  /** Ids by table, of what the snapshot had. */
  readonly seen: Map<string, Set<string>>;
  readonly whole: string[];
  /** How many of the whole ones are in the store for sure. */
  kept: number;
  /** Scopes of which rows have come, whole or not. */
  readonly begun: Set<string>;
  /** WIN-1: where the windows of the whole scopes begin. */
  readonly windows: Record<string, number>;
  start: Start | undefined;
  /** A first download of which an earlier run has left rows. */
  again: boolean;
  done: number;
  finished: boolean;
  /** Transactions on their way, in their order; false: another run has taken over. */
  readonly writing: Promise<boolean>[];
  /** Tables with rows that are here and that no screen has heard of. */
  readonly quiet: Set<string>;
  /** Device's clock when the first line came, and when screens were last told. */
  startedAt: number;
  toldAt: number;
}

type Start = Extract<BootstrapLine, { kind: 'start' }>;

function newRun(context: EngineContext, stream: string, reason: DownloadReason): Run {
  const name = String(context.ports.random.next());
  return {
    context,
    stream,
    reason,
    name,
    seen: new Map(),
    whole: [],
    kept: 0,
    begun: new Set(),
    windows: {},
    start: undefined,
    again: false,
    done: 0,
    finished: false,
    writing: [],
    quiet: new Set(),
    startedAt: 0,
    toldAt: 0,
  };
}

/** False: another run has taken over. */
async function takeLine(run: Run, line: BootstrapLine): Promise<boolean> {
  switch (line.kind) {
    case 'start':
      return begin(run, line);
    case 'rows':
      return land(run, line.table, line.rows);
    case 'scope':
      run.whole.push(line.scope);
      if (line.from !== undefined) run.windows[line.scope] = line.from;
      keepWhenWritten(run);
      return tell(run, run.whole.length <= 2);
    case 'end':
      return run.start === undefined ? false : finish(run, run.start);
  }
}

/** A write of this run; false, and nothing written, when another run has taken over. */
async function write(
  run: Run,
  tables: TableScope,
  work: (tx: StoreTx, state: StreamState) => Promise<void>,
): Promise<boolean> {
  return run.context.ports.store.write(tables, async (tx) => {
    const state = await tx.stream(run.stream);
    if (state?.download?.run !== run.name) return false;
    await work(tx, state);
    return true;
  });
}

/** The same for rows alone: they are on their way while it is asked whether this run still goes on. */
async function writeRows(run: Run, table: string, rows: readonly RawRow[]): Promise<boolean> {
  try {
    await run.context.ports.store.write([table], async (tx) => {
      const [state] = await Promise.all([tx.stream(run.stream), landSnapshot(tx, table, rows)]);
      if (state?.download?.run !== run.name) throw new TakenOver();
    });
  } catch (error) {
    if (error instanceof TakenOver) return false;
    throw error;
  }
  run.quiet.add(table);
  run.done += rows.length;
  return true;
}

/** Takes back what was written: another run has its name in the stream's row. */
class TakenOver extends Error {}

/** False: another tab has finished meanwhile, and what is here may have gone on beyond this snapshot. */
async function begin(run: Run, line: Start): Promise<boolean> {
  const { reason, name, stream } = run;
  run.start = line;
  run.startedAt = run.context.ports.clock.now();
  run.toldAt = run.startedAt;
  const begun = await run.context.ports.store.write([], async (tx) => {
    const known = (await tx.stream(stream)) ?? newStream(stream);
    if (known.download?.reason !== reason) return 'late';
    // The server was restored while this one was being downloaded anew: what it lacks has to be sent again first.
    const isOther = known.epoch !== null && known.epoch !== line.epoch;
    if (isOther && reason !== 'epoch') return 'other-history';
    await tx.putStream({ ...known, download: { reason, done: 0, total: line.total, run: name } });
    return reason === 'first' && known.download.run !== '' ? 'begun-again' : 'begun';
  });
  if (begun === 'other-history') await enterEpoch(run.context, stream);
  run.again = begun === 'begun-again';
  // What is never kept in part is swept when all of it is here.
  if (run.again && line.scopes.includes(DIRECTORY_SCOPE)) return forgetEarlier(run);
  return run.again || begun === 'begun';
}

/**
 * A first download that ended before anything was worth keeping has left a few rows: what has happened to them since is
 * not told to anybody who has no cursor. What is pending on one stays.
 */
async function forgetEarlier(run: Run): Promise<boolean> {
  const all = () => true;
  return (await removeRows(run, await unseenBy(run), all)) && removeBases(run, all);
}

async function land(run: Run, table: string, rows: readonly RawRow[]): Promise<boolean> {
  const marks = run.seen.get(table) ?? new Set<string>();
  run.seen.set(table, marks);
  for (const { id, scope } of rows) {
    marks.add(id);
    run.begun.add(scope);
  }
  if (!isKnownTable(table)) return true;
  for (let from = 0; from < rows.length; from += ROWS_A_WRITE) {
    const part = rows.slice(from, from + ROWS_A_WRITE);
    if (!(await next(run, () => writeRows(run, table, part)))) return false;
    if (!(await tell(run, false))) return false;
  }
  return true;
}

/**
 * Rows of a transaction and transactions on their way at the same time. One is filled while the one before it is being
 * committed, which is as fast as all rows in one; a write of the person waits for no more than these.
 */
const ROWS_A_WRITE = 49;
const AT_ONCE = 2;

/** Sends a transaction off when there is room; the cursor waits for all of them. False: another run has taken over. */
async function next(run: Run, start: () => Promise<boolean>): Promise<boolean> {
  while (run.writing.length >= AT_ONCE) if ((await run.writing.shift()) === false) return false;
  const writing = start();
  // Whoever awaits it hears of a failure; until then nobody does.
  writing.catch(() => undefined);
  run.writing.push(writing);
  return true;
}

async function allWritten(run: Run): Promise<boolean> {
  return !(await Promise.all(run.writing.splice(0))).includes(false);
}

/** Screens show what has landed soon after the first rows, then after twice the time, and so on: each costs reading. */
const TELL_FIRST = 100;
const TELL_EVERY = 700;

/** Announces what has landed quietly and how far the download is. */
async function tell(run: Run, isLast: boolean): Promise<boolean> {
  const { store, clock } = run.context.ports;
  const now = clock.now();
  const wait = Math.min(TELL_EVERY, Math.max(TELL_FIRST, run.toldAt - run.startedAt));
  if (!isLast && now - run.toldAt < wait) return true;
  if (isLast) {
    if (!(await allWritten(run))) return false;
    run.kept = run.whole.length;
  }
  run.toldAt = now;
  store.announce([...run.quiet]);
  run.quiet.clear();
  return next(run, () =>
    write(run, [], async (tx, state) => {
      const total = Math.max(run.done, run.start?.total ?? 0);
      const { reason, done, name } = run;
      await tx.putStream({
        ...state,
        download: { reason, done, total, run: name, ...keptOf(run) },
      });
    }),
  );
}

/** Kept is only what is in the store: a transaction on its way may still fail, and the next one does not. */
function keepWhenWritten(run: Run): void {
  const count = run.whole.length;
  Promise.all(run.writing).then(
    (written) => {
      if (!written.includes(false)) run.kept = Math.max(run.kept, count);
    },
    // Whoever awaits it hears of it.
    () => undefined,
  );
}

function keptOf({ reason, start, whole, kept, windows }: Run): { kept?: Kept } {
  if (reason !== 'first' || start === undefined) return {};
  const { epoch, v } = start;
  const scopes = whole.slice(0, kept);
  const isKept = new Set(scopes);
  const theirs = Object.entries(windows).filter(([scope]) => isKept.has(scope));
  return { kept: { epoch, v, scopes, windows: Object.fromEntries(theirs) } };
}

async function finish(run: Run, start: Start): Promise<boolean> {
  if (!(await tell(run, true)) || !(await allWritten(run))) return false;
  const mayHoldMore = run.reason !== 'first' || run.again;
  if (mayHoldMore && !(await sweep(run, start.v))) return false;
  run.finished = await settle(run, start, start.scopes);
  return run.finished;
}

/**
 * After a broken first download: what is whole stays, the rest comes as scopes that are new (PULL-5). False when that
 * is not worth it, and for refills, whose old rows are told from new ones by the whole snapshot alone.
 */
async function keepWhole(run: Run): Promise<boolean> {
  const { start, whole, reason } = run;
  if (!(await tell(run, true)) || !(await allWritten(run))) return false;
  if (reason !== 'first' || !isWorth(whole) || start === undefined) return false;
  return settle(run, start, whole);
}

function settle(run: Run, { epoch, v }: Start, scopes: readonly string[]): Promise<boolean> {
  const { stream, reason, context, windows } = run;
  const begun = [...run.begun].filter((scope) => !scopes.includes(scope));
  return write(run, [], async (tx, state) => {
    await tx.putStream(settled(state, { epoch, v, scopes, windows, begun }));
    if (reason !== 'epoch') return;
    await forgetTextVersions(tx, stream);
    const at = context.ports.clock.now();
    await tx.putNotice({ id: `restored-${stream}`, kind: 'restored', at });
  });
}

/** Removes what the snapshot did not have. What is pending on such a row stays and is for the server to judge. */
async function sweep(run: Run, upTo: number): Promise<boolean> {
  const unseen = await unseenBy(run);
  if (!(await isSweepAgreed(run, unseen))) return false;
  // In another history every version is another one, and a first download knows of no history before it.
  const isOld = ({ v }: { readonly v: number }) => run.reason !== 'refill' || v <= upTo;
  return (await removeRows(run, unseen, isOld)) && removeBases(run, isOld);
}

/** Ids by table, of the rows that are here and that this run has not brought. */
type Unseen = ReadonlyMap<string, readonly string[]>;

async function unseenBy({ context, stream, seen }: Run): Promise<Unseen> {
  const unseen = new Map<string, readonly string[]>();
  for (const table of tablesOf(stream)) {
    const marks = seen.get(table);
    const ids = await context.ports.store.read([table], (tx) => tx.ids(table));
    unseen.set(table, marks === undefined ? ids : ids.filter((id) => !marks.has(id)));
  }
  return unseen;
}

/** False: another run has taken over. */
async function removeRows(
  run: Run,
  unseen: Unseen,
  isGone: (row: RawRow) => boolean,
): Promise<boolean> {
  for (const [table, ids] of unseen) {
    for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
      const part = ids.slice(from, from + ROWS_AT_ONCE);
      const work = (tx: StoreTx) => sweepRows(tx, { table, ids: part, isGone }, baseGone(run));
      if (!(await write(run, [table], work))) return false;
    }
  }
  return true;
}

/** The same for rows that a pending change of the person's own has taken from the view. */
function removeBases(run: Run, isGone: (base: BaseRow) => boolean): Promise<boolean> {
  const tables = tablesOf(run.stream);
  const isUnseen = ({ key }: BaseRow) => {
    const { table, id } = refOfKey(key);
    return tables.includes(table) && run.seen.get(table)?.has(id) !== true;
  };
  return write(run, 'all', async (tx) => {
    const bases = (await tx.allBases()).filter((base) => isUnseen(base) && isGone(base));
    await sweepBases(tx, bases, baseGone(run));
  });
}

/**
 * What a base says when the snapshot did not have its row. Of what has a window the snapshot has the newest alone: an
 * older row comes with its page, or with the change that waits on it, at whatever version it has by then.
 */
function baseGone({ reason }: Run): (base: BaseRow) => BaseRow {
  return ({ key, v }) => {
    const hasWindow = entityOf(refOfKey(key).table)?.window !== undefined;
    return { key, v: reason === 'refill' && !hasWindow ? v : 0, row: null };
  };
}

/** CLIENT-5 for a sweep: the snapshot must not be shorter than what the server itself counts. */
async function isSweepAgreed({ context, stream, seen }: Run, unseen: Unseen): Promise<boolean> {
  // Older rows of a window go with every download and are no sign of anything (WIN-3).
  const counted = new Set(wholeTablesOf(stream));
  const sizes = (tables: Iterable<readonly [string, number]>) =>
    [...tables].reduce((sum, [table, size]) => (counted.has(table) ? sum + size : sum), 0);
  const removed = sizes([...unseen].map(([table, ids]) => [table, ids.length] as const));
  const kept = sizes([...seen].map(([table, ids]) => [table, ids.size] as const));
  if (!context.rules.unusualRemoval || !isUnusual(removed, removed + kept)) return true;
  const reply = await authed(context, () => context.ports.transport.check({ stream }));
  if (!reply.ok) return false;
  const there = reply.value.scopes.reduce((sum, scope) => sum + scope.count, 0);
  // Rows made since the snapshot count at the server too; half of what would go cannot be explained by them.
  return there - kept < removed / 2;
}
