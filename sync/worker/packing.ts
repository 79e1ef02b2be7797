import { files } from '../../model/entities/file.ts';
import { fileCacheOf } from '../../model/protocol/file-cache.ts';
import { currentConnection } from '../browser/connection.ts';
import { fetchWhole, type ReceivedPart } from '../browser/fetch-whole.ts';
import {
  type CachedBytes,
  type Connection,
  isMetered,
  packBudget,
  type PackItem,
  planPacking,
  RANK_HEADER,
} from '../../model/packing.ts';
import { type AccountDb, rows } from '../store/database.ts';
import type { AccountRecord, DeviceDb, DeviceSession } from '../store/device-db.ts';
import { isDownloaded } from '../store/file-store.ts';
import { packItems } from '../store/packing.ts';
import {
  noteOpened,
  packingChoices,
  packingState,
  type PackingState,
} from '../store/packing-choices.ts';
import { followQuery } from '../store/reactive/live-query.ts';
import { keyIdOf } from '../store/sealed-name.ts';
import { syncStatus } from '../store/sync-status.ts';
import type { Session } from '../browser/session.ts';
import type { Clock, Lock, Online, Timers } from '../core/ports/machine.ts';

/** Downloads between two reports. */
const SLICE = 20;
/** Milliseconds until the next slice, after a change, a pause or a failed request, and after everything was done. */
const NEXT = 50;
const SOON = 500;
/** Milliseconds to wait for the lock; another tab holds it during one slice. */
const LOCK_WAIT = 1_000;
/** Milliseconds between two looks at which board is open. */
const NOTE_EVERY = 10_000;
const PAUSED = 5_000;
const FAILED = 30_000;
const REPEAT = 10 * 60_000;

/**
 * Result of a slice. `more`: downloads are left; `wait`: paused; `failed`: a request failed; `done`: nothing is missing
 * that has room.
 */
type Slice = 'more' | 'wait' | 'failed' | 'done';

const WAITS: Readonly<Record<Slice, number>> = {
  more: NEXT,
  wait: PAUSED,
  failed: FAILED,
  done: REPEAT,
};

interface Parts {
  readonly device: DeviceDb;
  readonly session: Pick<Session, 'token'>;
  readonly online: Pick<Online, 'isOnline'>;
  readonly machine: { readonly clock: Clock; readonly lock: Lock; readonly timers: Timers };
}

/** The caches of the browser, as far as files use them. */
export interface FileCaches {
  readonly open: (name: string) => Promise<FileCache>;
  readonly delete: (name: string) => Promise<boolean>;
}

export type FileCache = Pick<Cache, 'delete' | 'keys' | 'match' | 'put'>;

/** What the download of files needs; `fetch` is one request with its headers, or the status of a refusal. */
export interface Packing {
  readonly db: AccountDb;
  readonly device: {
    readonly session: { readonly get: (id: 'current') => PromiseLike<DeviceSession | undefined> };
  };
  readonly record: AccountRecord;
  readonly caches: FileCaches;
  readonly now: () => number;
  readonly quota: () => Promise<number | undefined>;
  readonly connection: () => Connection | undefined;
  readonly isOnline: () => boolean;
  readonly fetch: (address: string) => Promise<Response | number>;
  /** Renews the token, which ends while nothing but the socket is used; false when the session has ended. */
  readonly renew: () => Promise<boolean>;
}

/** Downloads files while the engine is idle (FILE-4), in one tab at a time. Returns the function that stops it. */
export function startPacking(
  { device, machine, session, online }: Parts,
  {
    db,
    record,
    renew,
    currentBoard,
  }: Pick<Packing, 'db' | 'record' | 'renew'> & { readonly currentBoard: () => string | null },
): () => void {
  // An encrypted device keeps no file (FILE-3.2), and an address without TLS has no cache for them.
  if (keyIdOf(record.dbName) !== undefined || !('caches' in globalThis)) return () => undefined;
  const { clock, lock, timers } = machine;
  // In memory: it ends with the tab, and the next request is refused without the right.
  const received = new Map<string, ReceivedPart>();
  const packing: Packing = {
    db,
    device,
    record,
    caches: globalThis.caches,
    now: clock.now,
    quota: async () => (await navigator.storage.estimate()).quota,
    connection: currentConnection,
    isOnline: online.isOnline,
    renew,
    fetch: (address) => {
      // With a token the service worker passes the request on, and its own cache stays out of it.
      const headers = { authorization: `Bearer ${session.token(record.userId) ?? ''}` };
      return fetchWhole(address, { headers, timers, received });
    },
  };
  const memory = packMemory();
  let isStopped = false;
  let cancel: () => void = () => undefined;
  let isRunning = false;
  const schedule = (milliseconds: number) => {
    cancel();
    if (!isStopped) cancel = timers.after(milliseconds, () => void run());
  };
  const run = async () => {
    if (isRunning) {
      schedule(SOON);
      return;
    }
    isRunning = true;
    const slice = (hasLock: boolean) =>
      hasLock ? packSlice(packing, memory, () => isStopped) : Promise.resolve<Slice>('wait');
    // A failure, e.g. of a closed database, is repeated like a pause.
    const next = await lock
      .run(`cairn-pack:${record.userId}`, LOCK_WAIT, slice)
      .catch((): Slice => 'wait');
    isRunning = false;
    schedule(WAITS[next]);
  };
  const unfollow = followQuery(
    () => Promise.all([rows(db, files).count(), packingChoices(db)]),
    () => {
      memory.queue = undefined;
      schedule(SOON);
    },
  );
  let noted: string | null = null;
  let cancelNote: () => void = () => undefined;
  const note = () => {
    const slug = currentBoard();
    // Only the order of the files depends on it.
    if (slug !== null && slug !== noted) noteOpened(db, slug, clock.now()).catch(() => undefined);
    noted = slug;
    if (!isStopped) cancelNote = timers.after(NOTE_EVERY, note);
  };
  note();
  return () => {
    isStopped = true;
    cancel();
    cancelNote();
    unfollow();
  };
}

/** Plan between two slices; without a queue the next slice makes a new one, which reads all rows of files. */
export interface PackMemory {
  queue?: PackItem[] | undefined;
  full: number;
  refused: number;
  /** Files that were removed to make room and are not on the device since. */
  removed: Set<string>;
  /** Cursors of the streams for which the plan was made. */
  cursors: string;
}

export function packMemory(): PackMemory {
  return { full: 0, refused: 0, removed: new Set(), cursors: '' };
}

/**
 * At most `SLICE` downloads of the plan. A killed tab loses the download that was running and nothing else: each file enters the cache whole.
 */
export async function packSlice(
  packing: Packing,
  memory: PackMemory,
  isStopped: () => boolean,
): Promise<Slice> {
  const { db, record } = packing;
  if (!(await isSignedIn(packing)) || !(await isDownloaded(db))) return 'wait';
  let stop = await pauseOf(packing);
  let hasFailed = false;
  if (stop === 'busy') return 'wait';
  const cache = await packing.caches.open(fileCacheOf(record.userId));
  await planAgain(packing, memory, cache);
  const queue = memory.queue ?? [];
  for (let count = 0; count < SLICE && stop === undefined; count += 1) {
    const [item] = queue;
    if (item === undefined) break;
    if (isStopped()) return 'wait';
    const outcome = await packOne(packing, cache, item);
    if (outcome === 'packed' || outcome === 'refused') queue.shift();
    if (outcome === 'packed' && item.rank !== 'preview') memory.removed.delete(item.file);
    if (outcome === 'refused') memory.refused += 1;
    hasFailed = outcome === 'network';
    stop = outcome === 'network' || outcome === 'disk' ? outcome : await pauseOf(packing);
  }
  await report(packing, memory, stop);
  if (stop !== undefined) return hasFailed ? 'failed' : 'wait';
  return queue.length > 0 ? 'more' : 'done';
}

/** Makes the plan where there is none, or where it is done and the streams have moved since. */
async function planAgain(packing: Packing, memory: PackMemory, cache: FileCache): Promise<void> {
  const { db, record, now } = packing;
  const cursors = (await db.streams.toArray()).map(({ cursor }) => String(cursor)).join();
  const isDone = memory.queue?.length === 0;
  if (memory.queue !== undefined && !(isDone && memory.cursors !== cursors)) return;
  const { budget: chosen } = await packingChoices(db);
  const items = await packItems(db, { orgUserId: record.orgUserId, now: now() });
  const cached = await cachedBytes(cache);
  const plan = planPacking({
    items,
    cached,
    budget: packBudget(await packing.quota(), chosen),
  });
  for (const address of plan.evict) await cache.delete(address, { ignoreVary: true });
  const before = (await packingState(db))?.removed ?? [];
  const removed = removedFiles({ items, cached, evicted: plan.evict, before });
  const [queue, full] = [[...plan.download], plan.full.length];
  Object.assign(memory, { queue, full, removed, refused: 0, cursors });
}

/** Files that left for room, now or before, and are not here. Previews come back by themselves. */
function removedFiles({
  items,
  cached,
  evicted,
  before,
}: {
  readonly items: readonly PackItem[];
  readonly cached: readonly CachedBytes[];
  readonly evicted: readonly string[];
  readonly before: readonly string[];
}): Set<string> {
  const out = new Set(evicted);
  const here = new Set(cached.map(({ address }) => address).filter((one) => !out.has(one)));
  const known = new Set(before);
  const gone = items.filter(
    ({ address, file, rank }) =>
      rank !== 'preview' && !here.has(address) && (out.has(address) || known.has(file)),
  );
  return new Set(gone.map(({ file }) => file));
}

type Outcome = 'packed' | 'refused' | 'network' | 'disk';

async function packOne(packing: Packing, cache: FileCache, item: PackItem): Promise<Outcome> {
  const { db, record } = packing;
  let answer: Response | number;
  try {
    answer = await packing.fetch(item.address);
    if (answer === 401 && (await packing.renew())) answer = await packing.fetch(item.address);
  } catch {
    return 'network';
  }
  if (typeof answer === 'number') {
    // 403, 404 and 410 concern this file only; everything else, e.g. an ended session, concerns all.
    return [403, 404, 410].includes(answer) ? 'refused' : 'network';
  }
  const isAllowed = async () =>
    (await isSignedIn(packing)) && (await rows(db, files).get(item.file)) !== undefined;
  if (!(await isAllowed())) return 'refused';
  try {
    const headers = new Headers(answer.headers);
    headers.set(RANK_HEADER, item.rank);
    await cache.put(item.address, new Response(answer.body, { headers }));
  } catch {
    return 'disk';
  }
  // The right or the session may have ended during the write, after everything else was removed (FILE-3.3).
  if (await isAllowed()) return 'packed';
  await cache.delete(item.address, { ignoreVary: true });
  if (!(await isSignedIn(packing))) await packing.caches.delete(fileCacheOf(record.userId));
  return 'refused';
}

/** Text first: nothing is downloaded while the engine has work, without a network, or where it may cost money. */
async function pauseOf({
  db,
  connection: current,
  isOnline,
}: Packing): Promise<PackingState['paused']> {
  const { phase, waiting } = await syncStatus(db);
  if (!isOnline() || phase === 'offline') return 'network';
  if (phase !== 'up-to-date' && !(phase === 'needs-you' && waiting === 0)) return 'busy';
  const { anyNetwork = false } = await packingChoices(db);
  return isMetered(current()) && !anyNetwork ? 'metered' : undefined;
}

async function isSignedIn({ device, record }: Packing): Promise<boolean> {
  const session = await device.session.get('current');
  return session?.userId === record.userId && session.keyId === undefined;
}

async function report(
  { db, now }: Packing,
  { queue = [], full, refused, removed }: PackMemory,
  paused: PackingState['paused'],
): Promise<void> {
  const before = await packingState(db);
  const isComplete = queue.length === 0 && full === 0 && refused === 0;
  const completeAt = isComplete ? now() : before?.completeAt;
  await db.meta.put({
    key: 'packed',
    at: now(),
    left: queue.length,
    full,
    refused,
    ...(removed.size > 0 && { removed: [...removed] }),
    ...(paused !== undefined && { paused }),
    ...(completeAt !== undefined && { completeAt }),
  });
}

/** Everything in the cache, in the order in which it was stored. */
export async function cachedBytes(cache: FileCache): Promise<readonly CachedBytes[]> {
  const found: CachedBytes[] = [];
  for (const request of await cache.keys()) {
    const response = await cache.match(request, { ignoreVary: true });
    if (response === undefined) continue;
    const { pathname, search } = new URL(request.url);
    const size = Number(response.headers.get('content-length') ?? 0);
    found.push({ address: `${pathname}${search}`, size });
  }
  return found;
}
