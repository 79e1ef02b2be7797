import type { NameOf, Prepared } from '../../model/mutations/define-mutation.ts';
import { inEnglish, message, type Message } from '../../model/shared/message.ts';
import { blockedSeqs, isDiscardable, preparedOf } from '../core/dependencies.ts';
import type { OutboxItem, RejectedItem } from '../core/ports/outbox.ts';
import type { Notice } from '../core/ports/streams.ts';
import { refOfKey, rowKey } from '../core/row-key.ts';
import type { LocalFile } from '../core/ports/files.ts';
import { type AccountDb, STORE_WRITER } from './database.ts';
import { unsentFiles } from './local-files.ts';
import { lineOf, namesFor, placesFor } from './names.ts';

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
  const [writer, net, streams, acked, all, quarantined, rejected, unsent] =
    await db.dexie.transaction('r', tables, () =>
      Promise.all([
        db.meta.get('writer'),
        db.meta.get('net'),
        db.streams.toArray(),
        db.outbox.where('state').equals('acked').count(),
        db.outbox.count(),
        db.outbox.where('state').equals('quarantined').count(),
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
  const { open, known, blocked } = queueOf(await db.outbox.orderBy('seq').toArray());
  return open.filter(({ seq }) => known.get(seq) === undefined || blocked.has(seq)).length;
}

/** Pending mutations, those of them that this build knows, and those that are blocked by another one. */
function queueOf(pending: readonly OutboxItem[]) {
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
  const key = rowKey(table, id);
  const [rejected, pending] = await Promise.all([
    db.rejected.where('keys').equals(key).count(),
    db.outbox.where('keys').equals(key).toArray(),
  ]);
  return rejected > 0 ? 'rejected' : pending.map(markOf).reduce(stronger, 'none');
}

/** Marks of all rows that have one, by table and id. */
export type PendingMarks = ReadonlyMap<string, PendingMark>;

export async function pendingMarks(db: AccountDb): Promise<PendingMarks> {
  const [pending, rejected] = await db.dexie.transaction('r', [db.outbox, db.rejected], () =>
    Promise.all([db.outbox.toArray(), db.rejected.toArray()]),
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

/** One line of the outbox panel. */
export interface OutboxEntry {
  /** Parameter of retry, discard, editText and chooseText. */
  readonly id: string;
  readonly description: Message;
  /** Names of the row, its task and its project, as far as they are on this device. */
  readonly place: readonly string[];
  /** The person's own text, to copy. */
  readonly ownText: string;
  /** Long text that `editText` replaces; missing when there is none. */
  readonly text?: string;
  readonly state:
    | 'waiting'
    | 'sending'
    | 'blocked'
    /** VER-2: made by a newer build; this one cannot send it. */
    | 'newer'
    | 'quarantined'
    | 'rejected'
    | 'conflict';
  /** Reason that the person has to act, in English. */
  readonly reason?: string;
  /** Sentences of the reason, where it is more than one text to translate; the specification's text first. */
  readonly reasons?: readonly (Message | string)[];
  /** False for a mutation that may have reached the server: its verdict is needed before it can be discarded. */
  readonly mayDiscard: boolean;
  readonly at: number;
  readonly table: string;
  readonly rowId: string;
  /** Parent rows: a rejected comment has no row of its own any more and is shown at its task. */
  readonly parents: readonly { readonly table: string; readonly id: string }[];
  /** Entries with the same group were rejected together. */
  readonly group: string;
  /** Both texts of a conflict. */
  readonly mine?: string;
  readonly theirs?: string;
  /** `OutboxItem.lines`, for the reader to parse. */
  readonly lines: readonly unknown[];
}

/** Mutations that the server has not confirmed or has rejected, in the order in which they were made. */
export async function outboxItems(db: AccountDb): Promise<readonly OutboxEntry[]> {
  const [pending, rejected, unsent] = await Promise.all([
    db.outbox.orderBy('seq').toArray(),
    db.rejected.orderBy('seq').toArray(),
    unsentFiles(db),
  ]);
  const { open, known, blocked } = queueOf(pending);
  const rejectedItems = rejected.map((one) => ({ one, prepared: preparedOf(one.item) }));
  const [nameOf, places] = await Promise.all([
    namesFor(db, [...known.values(), ...rejectedItems.map((one) => one.prepared)]),
    placesFor(
      db,
      open.flatMap(({ keys }) => keys[0] ?? []),
    ),
  ]);
  return [
    ...rejectedItems.map(({ one, prepared }) => rejectedEntry(one, prepared, nameOf)),
    ...open.map((item) => ({
      ...pendingEntry(item, known.get(item.seq), blocked.has(item.seq)),
      ...messageOf(item, known.get(item.seq), nameOf),
      place: places.get(item.keys[0] ?? '') ?? [],
    })),
  ]
    .toSorted((left, right) => Number(left.id) - Number(right.id))
    .concat(unsent.map(fileEntry));
}

const FILE_PREFIX = 'file:';

/** File of an entry of the panel; undefined when the entry is a mutation. */
export function fileOfEntry(id: string): string | undefined {
  return id.startsWith(FILE_PREFIX) ? id.slice(FILE_PREFIX.length) : undefined;
}

/** Id of the panel's entry of a file. */
export function fileEntryId(file: string): string {
  return `${FILE_PREFIX}${file}`;
}

function fileEntry({ id, name, state, sent, parts, reason, at }: LocalFile): OutboxEntry {
  const percent = Math.floor((sent / parts) * 100);
  return {
    id: fileEntryId(id),
    description:
      state === 'waiting' && sent > 0
        ? message('Upload "{name}" ({percent} %)', { name, percent })
        : message('Upload "{name}"', { name }),
    place: [],
    ownText: '',
    state: state === 'refused' ? 'rejected' : sent > 0 ? 'sending' : 'waiting',
    ...(reason !== undefined && { reason: reason.message }),
    mayDiscard: true,
    at,
    table: 'files',
    rowId: id,
    parents: [],
    lines: [],
    group: fileEntryId(id),
  };
}

/** Notices about the person's data that they have to read. */
export function notices(db: AccountDb): Promise<readonly Notice[]> {
  return db.notices.toArray();
}

function pendingEntry(
  item: OutboxItem,
  prepared: Prepared | undefined,
  isBlocked: boolean,
): Pick<OutboxEntry, 'state' | 'reason' | 'group' | 'mayDiscard'> {
  const state = prepared === undefined ? 'newer' : pendingState(item, isBlocked);
  const reason = reasonOf(item, state);
  return {
    state,
    ...(reason !== undefined && { reason }),
    mayDiscard: isDiscardable(item),
    group: String(item.seq),
  };
}

function reasonOf(
  { isBarred }: OutboxItem,
  state: 'newer' | ReturnType<typeof pendingState>,
): string | undefined {
  if (isBarred === true && (state === 'waiting' || state === 'quarantined')) return BLOCKED;
  return state === 'waiting' || state === 'sending' ? undefined : REASONS[state];
}

const BLOCKED =
  /*i18n*/ 'A firewall or a proxy on the way to the server does not let this change through. It stays here and is tried again by itself.';

const REASONS = {
  newer:
    /*i18n*/ 'A newer version of Cairn made this change, and this one cannot send it. It stays here and is sent as soon as the newer version runs on this device again.',
  quarantined: /*i18n*/ 'The server fails on this change again and again',
  blocked: /*i18n*/ 'Waits for a change before it',
} as const;

function pendingState(item: OutboxItem, isBlocked: boolean) {
  if (item.state === 'quarantined') return 'quarantined';
  if (item.state === 'sending') return 'sending';
  return isBlocked ? 'blocked' : 'waiting';
}

function rejectedEntry(
  rejected: RejectedItem,
  prepared: Prepared | undefined,
  nameOf: NameOf,
): OutboxEntry {
  const words = messageOf(rejected.item, prepared, nameOf);
  const { conflict, place = [] } = rejected;
  const reasons = [prepared?.failure, rejectionText(rejected)].filter((text) => text !== undefined);
  return {
    ...words,
    place,
    mayDiscard: true,
    state: conflict === undefined ? 'rejected' : 'conflict',
    reason: reasons.map((text) => (typeof text === 'string' ? text : inEnglish(text))).join(' '),
    reasons,
    group: String(rejected.group),
    ...(conflict !== undefined && { mine: conflict.mine, theirs: conflict.theirs }),
  };
}

/** The server's text does not say what the person has lost access to; the outermost name of its place does. */
function rejectionText({ reason, place = [] }: RejectedItem): Message | string {
  if (reason.code !== 'not_found') return reason.message;
  const name = place.at(-1);
  return name === undefined
    ? message('You no longer have access to this, so it was not sent.')
    : message('You no longer have access to “{name}”, so this was not sent.', { name });
}

function messageOf(item: OutboxItem, prepared: Prepared | undefined, nameOf: NameOf) {
  const ref = refOfKey(item.keys[0] ?? '/');
  return {
    id: String(item.seq),
    description: lineOf(item, prepared, nameOf),
    ownText: prepared?.ownText ?? '',
    ...(prepared?.text !== undefined && { text: prepared.text.text }),
    at: item.at,
    table: ref.table,
    rowId: ref.id,
    parents: item.parents.map(refOfKey),
    lines: item.lines ?? [],
  };
}
