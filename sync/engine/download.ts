import type { RawRow } from '../../model/entities/define-entity.ts';
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
} from './context.ts';
import { requeue } from './epoch.ts';
import { landSnapshot, ROWS_AT_ONCE } from './landing.ts';
import { refold } from './ports-view.ts';
import { BrokenStream, type DownloadReason, rowKey, type StoreTx, type StreamState } from './ports.ts';
import { isUnusual } from './unusual.ts';

/**
 * PULL-6, EPOCH-1, EPOCH-2: reads a whole stream as the server has it now, without emptying the screen.
 *
 *   start (version V) -> rows, in transactions of about 100 -> a scope is whole -> ... -> end
 *   end -> rows the snapshot did not have go (mark and sweep) -> cursor := V, and an ordinary pull follows
 */
export async function downloadStream(context: EngineContext, stream: string): Promise<Step> {
  const state = await readStream(context, stream);
  if (!context.holdsLock() && (await isProgressing(context, state))) return BUSY;
  const reason = state.download?.reason ?? 'first';
  if (reason === 'epoch') await requeue(context, stream);
  const query = { stream, first: context.firstScope() };
  const reply = await authed(context, () => context.ports.transport.bootstrap(query));
  if (!reply.ok) return failed(reply.failure);
  const run = createRun(context, stream, reason);
  try {
    for await (const line of reply.value) {
      if (!(await run.take(line))) return BUSY;
    }
  } catch (error) {
    if (!(error instanceof BrokenStream)) throw error;
    return (await run.keepWhole()) ? DONE : failed({ kind: 'network' });
  }
  return run.ended() ? DONE : failed({ kind: 'network' });
}

/** How long a download of another tab may stand still. */
const PATIENCE = 3_000;

/** Whether another tab's download is moving: then this one keeps out of its way. */
async function isProgressing(context: EngineContext, before: StreamState): Promise<boolean> {
  await new Promise<void>((resolve) => context.ports.timers.after(PATIENCE, resolve));
  const now = await readStream(context, before.stream);
  return now.download?.done !== before.download?.done || now.download?.run !== before.download?.run;
}

interface Run {
  /** False: another run has taken over. */
  readonly take: (line: BootstrapLine) => Promise<boolean>;
  readonly ended: () => boolean;
  /**
   * After a broken first download: what is whole stays, the rest comes as scopes that are new (PULL-5). False when
   * that is not worth it, and for refills, whose old rows are told from new ones by the whole snapshot alone.
   */
  readonly keepWhole: () => Promise<boolean>;
}

interface Progress {
  readonly epoch: string;
  readonly v: number;
  readonly scopes: readonly string[];
  readonly total: number;
}

function createRun(context: EngineContext, stream: string, reason: DownloadReason): Run {
  const { store, random, clock } = context.ports;
  const run = String(random.next());
  const seen = new Map<string, Set<string>>();
  const whole: string[] = [];
  let start: Progress | undefined;
  let done = 0;
  let finished = false;
  let fresh = false;

  /** A write of this run; false when another run has taken over. */
  const write = (
    tables: 'all' | readonly string[],
    work: (tx: StoreTx, state: StreamState) => Promise<void>,
  ) =>
    store.write(tables, async (tx) => {
      const state = await tx.stream(stream);
      if (state?.download?.run !== run) return false;
      await work(tx, state);
      return true;
    });

  const begin = (line: Progress) =>
    store.write([], async (tx) => {
      start = line;
      const known = (await tx.stream(stream)) ?? newStream(stream);
      fresh = reason === 'first' && (known.download?.run ?? '') === '';
      const download = { reason, done: 0, total: line.total, run };
      await tx.putStream({ ...known, download });
      return true;
    });

  const land = async (table: string, rows: readonly RawRow[]) => {
    const marks = seen.get(table) ?? new Set<string>();
    seen.set(table, marks);
    if (!isKnownTable(table)) {
      for (const { id } of rows) marks.add(id);
      return true;
    }
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      const part = rows.slice(from, from + ROWS_AT_ONCE);
      for (const { id } of part) marks.add(id);
      done += part.length;
      const landed = await write([table], async (tx, state) => {
        await landSnapshot(tx, table, part);
        const download = { reason, done, total: Math.max(done, start?.total ?? 0), run };
        await tx.putStream({ ...state, download });
      });
      if (!landed) return false;
    }
    return true;
  };

  const settle = (scopes: readonly string[]) =>
    write([], async (tx, { download: _download, ...state }) => {
      if (start === undefined) return;
      const { epoch, v } = start;
      await tx.putStream({ ...state, epoch, cursor: v, scopes, suspect: false, lastSync: null });
      if (reason === 'epoch') {
        await tx.putNotice({ id: `restored-${stream}`, kind: 'restored', at: clock.now() });
      }
    });

  const finish = async (progress: Progress) => {
    if (!fresh) {
      const swept = await sweep(context, { stream, reason, seen, upTo: progress.v, write });
      if (!swept) return false;
    }
    finished = await settle(progress.scopes);
    return finished;
  };

  return {
    take: async (line) => {
      if (line.kind === 'start') return begin(line);
      if (line.kind === 'rows') return land(line.table, line.rows);
      if (line.kind === 'scope') {
        whole.push(line.scope);
        return true;
      }
      return start === undefined ? false : finish(start);
    },
    ended: () => finished,
    keepWhole: async () => {
      const worth = reason === 'first' && whole.includes(DIRECTORY_SCOPE) && whole.length > 1;
      return worth && (await settle(whole));
    },
  };
}

interface Sweep {
  readonly stream: string;
  readonly reason: DownloadReason;
  readonly seen: ReadonlyMap<string, ReadonlySet<string>>;
  readonly upTo: number;
  readonly write: (
    tables: 'all' | readonly string[],
    work: (tx: StoreTx, state: StreamState) => Promise<void>,
  ) => Promise<boolean>;
}

/** Removes what the snapshot did not have. What is pending on such a row stays and is for the server to judge. */
async function sweep(context: EngineContext, input: Sweep): Promise<boolean> {
  const { store } = context.ports;
  const tables = tablesOf(input.stream);
  const unseen = new Map<string, readonly string[]>();
  for (const table of tables) {
    const marks = input.seen.get(table);
    const ids = await store.read([table], (tx) => tx.ids(table));
    unseen.set(table, marks === undefined ? ids : ids.filter((id) => !marks.has(id)));
  }
  if (!(await isSweepAgreed(context, input, unseen))) return false;
  for (const table of tables) {
    const ids = unseen.get(table) ?? [];
    for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
      const part = ids.slice(from, from + ROWS_AT_ONCE);
      if (!(await input.write([table], (tx) => sweepRows(tx, table, part, input)))) return false;
    }
  }
  return input.write('all', (tx) => sweepBases(tx, input));
}

async function sweepRows(
  tx: StoreTx,
  table: string,
  ids: readonly string[],
  { reason, upTo }: Sweep,
): Promise<void> {
  const bases = await tx.base(ids.map((id) => rowKey(table, id)));
  const rows = await tx.rows(table, ids);
  const gone = rows.filter(
    (row) =>
      row !== undefined &&
      !bases.has(rowKey(table, row.id)) &&
      (reason === 'epoch' || row.v <= upTo),
  );
  await tx.deleteRows(
    table,
    gone.flatMap((row) => (row === undefined ? [] : [row.id])),
  );
}

/** Rows with something pending that the snapshot did not have: the server has none. */
async function sweepBases(tx: StoreTx, { stream, reason, seen, upTo }: Sweep): Promise<void> {
  const tables = tablesOf(stream);
  const refs = [];
  for (const base of await tx.allBases()) {
    const slash = base.key.indexOf('/');
    const ref = { table: base.key.slice(0, slash), id: base.key.slice(slash + 1) };
    if (!tables.includes(ref.table) || seen.get(ref.table)?.has(ref.id) === true) continue;
    if (reason !== 'epoch' && base.v > upTo) continue;
    await tx.putBase([{ key: base.key, v: reason === 'epoch' ? 0 : base.v, row: null }]);
    refs.push(ref);
  }
  await refold(tx, refs);
}

/** CLIENT-5 for a sweep: the snapshot must not be shorter than what the server itself counts. */
async function isSweepAgreed(
  context: EngineContext,
  { stream, seen }: Sweep,
  unseen: ReadonlyMap<string, readonly string[]>,
): Promise<boolean> {
  const removed = [...unseen.values()].reduce((sum, ids) => sum + ids.length, 0);
  const kept = [...seen.values()].reduce((sum, ids) => sum + ids.size, 0);
  if (!context.rules.unusualRemoval || !isUnusual(removed, removed + kept)) return true;
  const reply = await authed(context, () => context.ports.transport.check({ stream }));
  if (!reply.ok) return false;
  const there = reply.value.scopes.reduce((sum, scope) => sum + scope.count, 0);
  // Rows made since the snapshot count at the server too; half of what would go cannot be explained by them.
  return there - kept < removed / 2;
}
