import { httpFiles } from '../browser/file-transport.ts';
import { httpTransport } from '../browser/transport.ts';
import { detectLostAccess } from './detect-lost-access.ts';
import type { Http } from '../browser/http.ts';
import type { Session } from '../browser/session.ts';
import { createEngine, type Engine } from '../engine/engine.ts';
import type { Clock, Lock, Online, Random, Socket, Timers } from '../core/ports/machine.ts';
import type { Reply } from '../core/ports/transport.ts';
import { type AccountDb, accountDb } from '../store/database.ts';
import { type AccountRecord, type DeviceDb, keptLock } from '../store/device-db.ts';
import { dexieStore } from '../store/dexie-store.ts';
import { dexieFiles } from '../store/file-store.ts';
import { followSignIn } from '../store/follow-sign-in.ts';
import { dropKeptTexts } from '../store/kept-activity.ts';
import { followBrowserClose } from '../store/browser-close.ts';
import { batchesOf, followUnsent, prepareStore } from '../store/prepare.ts';
import { startIdleWork } from './idle-work.ts';
import { followUnseenFiles } from './unseen-files.ts';

export interface WorkerParts {
  readonly device: DeviceDb;
  readonly session: Session;
  readonly http: Http;
  readonly socket: (account: AccountRecord) => Socket | Promise<Socket>;
  readonly machine: {
    readonly clock: Clock;
    readonly random: Random;
    readonly timers: Timers;
    readonly lock: Lock;
  };
  readonly online: Online;
}

/** Engine on the database of its account. */
export interface AccountEngine {
  readonly key: string;
  readonly dbName: string;
  readonly engine: Engine;
  /** True when its store has been deleted: a later sign-in needs another engine. */
  readonly isOver: () => boolean;
  /** True when the store contains work that only a start after a sign-in of its person decrypts (CLIENT-9). */
  readonly isLocked: boolean;
  readonly stop: () => void;
}

/** Opens the account's store, checks its state, and creates its engine. */
export async function startAccount(
  parts: WorkerParts,
  record: AccountRecord,
  currentBoard: () => string | null,
  { isReplaced = false }: { readonly isReplaced?: boolean } = {},
): Promise<AccountEngine> {
  const { http, session, machine, online } = parts;
  const socket = await parts.socket(record);
  const db = accountDb(record.dbName, parts.device.stores);
  const ids = { now: machine.clock.now, randomBytes: fillRandom };
  let isLocked: boolean;
  try {
    isLocked = (await openKept(parts, record, db)) === 'locked';
    await prepareStore(db, { record, device: parts.device, at: machine.clock.now() });
  } catch (error) {
    db.dexie.close();
    throw error;
  }
  // Nothing depends on this; the next start repeats it.
  void dropKeptTexts(db).catch(() => undefined);
  const { orgId, orgUserId } = record;
  const own = { ...session, token: () => session.token(record.userId) };
  const engine = createEngine({
    ports: {
      store: dexieStore(db, ids),
      transport: detectLostAccess(
        httpTransport({ http, session: own, orgId, refresh: () => renew(parts, record) }),
        () => renew(parts, record),
      ),
      ...machine,
      online,
      socket,
    },
    files: {
      store: dexieFiles(db, orgUserId),
      transport: httpFiles({ http, session: own, orgId }),
    },
    account: { orgId, orgUserId },
    currentBoard,
  });
  // The store is being deleted: Dexie would open it again, empty, and the engine would fill it.
  let isOver = false;
  const onClose = () => {
    isOver = true;
    stopIdleWork();
    engine.stop();
  };
  followBrowserClose(db.dexie, onClose, { staysClosed: true });
  engine.start();
  // The marker of unsent changes is that of the replacing store.
  const unfollow = isReplaced ? () => undefined : followUnsent(db, parts.device, record.key);
  const unfollowFiles = followUnseenFiles(db, parts.device, record);
  const stopIdleWork = isReplaced
    ? () => undefined
    : startIdleWork(parts, { db, record, currentBoard, engine, renew: () => renew(parts, record) });
  const unfollowSignIn = followSignIn(db, engine.signedIn);
  return {
    key: record.key,
    dbName: record.dbName,
    engine,
    isOver: () => isOver,
    isLocked,
    stop: () => {
      unfollow();
      unfollowFiles();
      stopIdleWork();
      unfollowSignIn();
      engine.stop();
      db.dexie.close();
    },
  };
}

/**
 * Rejects when the server could not be reached for the key that decrypts the rows (CLIENT-9); the start is tried again.
 */
async function openKept(
  parts: WorkerParts,
  record: AccountRecord,
  db: AccountDb,
): Promise<'done' | 'locked'> {
  // An encryption that is still running began before the person signed in.
  const details = () => batchesOf(db);
  const batches = await parts.machine.lock.run(keptLock(record.key), KEPT_WAIT, details);
  if (batches.every(({ lost }) => lost === true)) {
    await openDrafts(parts, record);
    return 'done';
  }
  const { openAtStart } = await import('./open-kept.ts');
  const kept = await openAtStart(parts, db, record);
  if (kept === 'later') throw new Error(NOT_OPENED);
  return kept;
}

/** Those under a key that the server has replaced are tried at a sign-in. */
async function openDrafts(parts: WorkerParts, record: AccountRecord): Promise<void> {
  const sealed = parts.device.sealedDrafts.where('account').equals(record.key);
  if ((await sealed.filter(({ to }) => to === record.sealingKey).count()) === 0) return;
  const opening = import('./open-kept.ts').then((part) => part.openDraftsAtStart(parts, record));
  await opening.catch(() => undefined);
}

const KEPT_WAIT = 5_000;
const NOT_OPENED = 'What this device keeps encrypted cannot be opened yet';

/**
 * The same, with a new store if the browser cannot read the old one for several seconds (CLIENT-6): everything is
 * downloaded, and the person sees the number of unsent changes. Each start tries the old store again and sends its
 * outbox.
 */
export async function startOrReplace(
  parts: WorkerParts,
  known: AccountRecord,
  currentBoard: () => string | null,
): Promise<AccountEngine> {
  const { device, machine } = parts;
  // Loaded on demand, because few devices ever have a replaced database.
  const replacedDatabases = () => import('./replaced-databases.ts');
  const hasReplaced = (await device.former.where('account').equals(known.key).count()) > 0;
  const record = hasReplaced
    ? await (await replacedDatabases()).restoreDatabase(device, known)
    : known;
  const account = await startWithRetries(parts, record, currentBoard).catch(async (error) => {
    if (!isDamaged(error)) throw error;
    const dbName = `${record.dbName}-${String(machine.clock.now())}`;
    const { replaceStore } = await replacedDatabases();
    return startAccount(parts, await replaceStore(device, record, dbName), currentBoard);
  });
  void drainReplacedOf(parts, record, AT_MOST).catch(() => undefined);
  return account;
}

/** Location for an engine that only sends: no screen is open. */
export const NO_BOARD = () => null;

/** Milliseconds before each further attempt to open a store. */
const RETRY_DELAYS = [500, 1_500, 4_000];
const AT_MOST = 20_000;

async function startWithRetries(
  parts: WorkerParts,
  record: AccountRecord,
  currentBoard: () => string | null,
): Promise<AccountEngine> {
  for (const wait of RETRY_DELAYS) {
    try {
      return await startAccount(parts, record, currentBoard);
    } catch (error) {
      if (!isDamaged(error)) throw error;
      await new Promise<void>((resolve) => parts.machine.timers.after(wait, resolve));
    }
  }
  return startAccount(parts, record, currentBoard);
}

/** Sends the outboxes of the account's replaced databases; true when all are empty (CLIENT-6). */
export async function drainReplacedOf(
  parts: WorkerParts,
  record: AccountRecord,
  milliseconds: number,
): Promise<boolean> {
  const { device } = parts;
  if ((await device.former.where('account').equals(record.key).count()) === 0) return true;
  const { drainReplaced } = await import('./replaced-databases.ts');
  return drainReplaced(device, record, drainOtherStore(parts, milliseconds));
}

/** Sends the outbox of a store that is not the open one. */
function drainOtherStore(parts: WorkerParts, milliseconds: number) {
  return async (store: AccountRecord) => {
    const account = await startAccount(parts, store, NO_BOARD, { isReplaced: true });
    try {
      await account.engine.drain(milliseconds);
    } finally {
      account.stop();
    }
  };
}

function isDamaged(error: unknown): boolean {
  // Dexie wraps the browser's error of a failed opening.
  const inner: unknown = error instanceof Error ? Reflect.get(error, 'inner') : undefined;
  return [error, inner].some((one) => one instanceof Error && DAMAGED.includes(one.name));
}

/** Errors of browsers for a damaged database; some browsers use them for a full disk or a temporary failure as well. */
const DAMAGED = ['UnknownError', 'NotFoundError', 'DataError', 'InvalidStateError'];

/**
 * A session cookie that belongs to another person by now renews nothing here: this outbox stays locked (product.md,
 * 13).
 */
async function renew(
  { session, device }: WorkerParts,
  record: AccountRecord,
): Promise<Reply<void>> {
  // Loaded with the first renewal: opening a board does without it.
  const store = await import('../store/remember-session.ts').catch(() => undefined);
  if (store === undefined) return { ok: false, failure: { kind: 'network' } };
  const reply = await session.refresh();
  if (!reply.ok) return reply;
  const mine =
    reply.value.user.id === record.userId &&
    reply.value.organizations.some(({ organization_id }) => organization_id === record.orgId);
  if (!mine) {
    // A session of this person without this organisation: the loss is recorded on the device. The session of another
    // person changes nothing.
    if (reply.value.user.id === record.userId) await store.rememberRenewal(device, reply.value);
    return { ok: false, failure: OTHER_PERSON };
  }
  await store.rememberRenewal(device, reply.value);
  return { ok: true, value: undefined };
}

const OTHER_PERSON = {
  kind: 'refused',
  status: 401,
  code: 'client_user_mismatch',
  message: /*i18n*/ 'Somebody else is signed in. Sign in again to go on.',
  details: {},
} as const;

function fillRandom(target: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(target.length);
  crypto.getRandomValues(bytes);
  target.set(bytes);
  return target;
}
