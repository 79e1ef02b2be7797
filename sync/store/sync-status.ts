import { blockedSeqs, preparedOf } from '../core/dependencies.ts';
import type { OutboxItem } from '../core/ports/outbox.ts';
import type { Notice } from '../core/ports/streams.ts';
import { rowKey } from '../core/row-key.ts';
import { type AccountDb, STORE_WRITER } from './database.ts';
import { unsentFiles } from './local-files.ts';
import { outboxCounts, outboxOf, outboxRows } from './outbox-rows.ts';

/** State for the sync pill. Read from rows, so that it never precedes what is stored. */
export interface SyncStatus {
  readonly phase:
    | 'saved'
    | 'syncing'
    /** The pending mutations can only be sent by a newer build (VER-2). */
    | 'deferred'
    | 'up-to-date'
    | 'offline'
    | 'needs-you'
    | 'signed-out'
    | 'reload-needed'
    /** The browser has deleted the data while the page was open. */
    | 'data-lost'
    | 'downloading';
  /** The last call did not reach the server; independent of the phase. */
  readonly unreachable: boolean;
  /** Number of changes that the server has not confirmed. */
  readonly waiting: number;
  /**
   * Number of pending changes that this build cannot send, with their dependents. Counted only when the server can be
   * reached.
   */
  readonly deferred: number;
  /** Number of changes that need the person's decision. */
  readonly rejectedCount: number;
  /** Rows of the first download. */
  readonly progress?: { readonly done: number; readonly total: number };
  /** Device's clock, milliseconds. */
  readonly lastSync?: number;
}

export async function syncStatus(db: AccountDb): Promise<SyncStatus> {
  const tables = [db.meta, db.streams, db.outbox, db.rejected, db.blobs];
  const [writer, net, streams, { all, acked, quarantined }, rejected, unsent] =
    await db.dexie.transaction('r', tables, async () =>
      Promise.all([
        db.meta.get('writer'),
        db.meta.get('net'),
        db.streams.toArray(),
        outboxCounts(db),
        db.rejected.count(),
        unsentFiles(db),
      ]),
    );
  const state = net?.key === 'net' ? net : undefined;
  const rejectedFiles = unsent.filter((file) => file.state === 'refused').length;
  const waiting = all - acked - quarantined + unsent.length - rejectedFiles;
  const rejectedCount = rejected + quarantined + rejectedFiles;
  const loading = streams.filter((stream) => stream.download !== undefined);
  const downloading =
    streams.length === 0 || loading.some(({ download }) => download?.reason === 'first');
  const times = streams.map((stream) => stream.lastSync).filter((time) => time !== null);
  const context = {
    unreachable: state?.reachable === false,
    waiting,
    deferred: 0,
    rejectedCount,
    ...(loading.length > 0 && { progress: progressOf(loading.map(({ download }) => download)) }),
    ...(times.length > 0 && times.length === streams.length && { lastSync: Math.min(...times) }),
  };
  const stale = writer?.key === 'writer' && writer.minWriter > STORE_WRITER;
  if (stale || state?.outdated === true) return { phase: 'reload-needed', ...context };
  if (state?.auth === 'needed') return { phase: 'signed-out', ...context };
  if (downloading) return { phase: 'downloading', ...context };
  if (rejectedCount > 0) return { phase: 'needs-you', ...context };
  if (state?.reachable === false) return { phase: 'offline', ...context };
  if (state?.reachable !== true) return { phase: 'saved', ...context };
  const behind = acked > 0 || loading.length > 0 || (state.later ?? null) !== null;
  if (waiting === 0) return { phase: behind ? 'syncing' : 'up-to-date', ...context };
  const deferred = all > MOST_READ ? 0 : await deferredHere(db);
  return { phase: behind || deferred < waiting ? 'syncing' : 'deferred', ...context, deferred };
}

/** A longer outbox is not read after each sent batch: this limit bounds the work. */
const MOST_READ = 500;

/**
 * Number of mutations that wait for a newer build: the mutations of that build with their dependents (VER-2).
 */
async function deferredHere(db: AccountDb): Promise<number> {
  const { open, known, blocked } = queueOf(await outboxRows(db));
  return open.filter(({ seq }) => known.get(seq) === undefined || blocked.has(seq)).length;
}

/** Pending mutations, those of them that this build knows, and those that are blocked by another one. */
export function queueOf(pending: readonly OutboxItem[]) {
  const open = pending.filter(({ state }) => state !== 'acked');
  const known = new Map(open.map((item) => [item.seq, preparedOf(item)]));
  const blocked = blockedSeqs(open, ({ seq }) => known.get(seq) === undefined);
  return { open, known, blocked };
}

function progressOf(parts: readonly ({ done: number; total: number } | undefined)[]) {
  return parts.reduce<{ done: number; total: number }>(
    (sum, part) => ({ done: sum.done + (part?.done ?? 0), total: sum.total + (part?.total ?? 0) }),
    { done: 0, total: 0 },
  );
}

/** Mark of a row with unsent work. */
export type PendingMark = 'none' | 'waiting' | 'sending' | 'rejected';

export async function pendingMark(db: AccountDb, table: string, id: string): Promise<PendingMark> {
  return markOfAll(await unsentOfRow(db, rowKey(table, id)));
}

/** The same for some fields of a row, as the arguments of its mutations name them. */
export async function pendingFieldsMark(
  db: AccountDb,
  { table, id, fields }: RowFields,
): Promise<PendingMark> {
  const changes = ({ args }: OutboxItem) => fields.some((name) => name in Object(args));
  const { rejected, pending } = await unsentOfRow(db, rowKey(table, id));
  return markOfAll({ rejected: rejected.filter(changes), pending: pending.filter(changes) });
}

export interface RowFields {
  readonly table: string;
  readonly id: string;
  readonly fields: readonly string[];
}

interface UnsentOfRow {
  readonly rejected: readonly OutboxItem[];
  readonly pending: readonly OutboxItem[];
}

async function unsentOfRow(db: AccountDb, key: string): Promise<UnsentOfRow> {
  const [rejected, pending] = await Promise.all([
    db.rejected.where('keys').equals(key).toArray(),
    outboxOf(db, [key]),
  ]);
  return { rejected: rejected.map(({ item }) => item), pending };
}

function markOfAll({ rejected, pending }: UnsentOfRow): PendingMark {
  return rejected.length > 0 ? 'rejected' : pending.map(markOf).reduce(stronger, 'none');
}

/** Marks of all rows that have one, by table and id. */
export type PendingMarks = ReadonlyMap<string, PendingMark>;

export async function pendingMarks(db: AccountDb): Promise<PendingMarks> {
  const [pending, rejected] = await db.dexie.transaction(
    'r',
    [db.meta, db.outbox, db.rejected],
    async () => Promise.all([outboxRows(db), db.rejected.toArray()]),
  );
  const marks = new Map<string, PendingMark>();
  for (const item of pending) {
    const mark = markOf(item);
    for (const key of item.keys) marks.set(key, stronger(marks.get(key), mark));
  }
  for (const key of rejected.flatMap(({ keys }) => keys)) marks.set(key, 'rejected');
  for (const [key, mark] of marks) if (mark === 'none') marks.delete(key);
  return marks;
}

export function markOfRow(marks: PendingMarks, table: string, id: string): PendingMark {
  return marks.get(rowKey(table, id)) ?? 'none';
}

/** Selects the marks of these rows, by id; the result is the same object until they change. */
export function marksOfRows(
  table: string,
  ids: readonly string[],
): (marks: PendingMarks) => ReadonlyMap<string, PendingMark> {
  let seen: PendingMarks | undefined;
  let picked: ReadonlyMap<string, PendingMark> = new Map();
  return (marks) => {
    if (marks === seen) return picked;
    seen = marks;
    const next = new Map<string, PendingMark>();
    for (const id of ids) {
      const mark = marks.get(rowKey(table, id));
      if (mark !== undefined) next.set(id, mark);
    }
    const same = next.size === picked.size && [...next].every(([id, m]) => picked.get(id) === m);
    if (!same) picked = next;
    return picked;
  };
}

const STRENGTH: readonly PendingMark[] = ['none', 'waiting', 'sending', 'rejected'];

function stronger(left: PendingMark | undefined, right: PendingMark): PendingMark {
  if (left === undefined) return right;
  return STRENGTH.indexOf(left) > STRENGTH.indexOf(right) ? left : right;
}

function markOf({ state }: OutboxItem): PendingMark {
  if (state === 'acked') return 'none';
  if (state === 'quarantined') return 'rejected';
  return state === 'sending' ? 'sending' : 'waiting';
}

/** Notices about the person's data that they have to read. */
export function notices(db: AccountDb): Promise<readonly Notice[]> {
  return db.notices.toArray();
}
