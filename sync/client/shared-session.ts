import {
  type AccountRecord,
  accountsHere,
  type DeviceDb,
  type DeviceSession,
} from '../store/device-db.ts';
import { type DeviceKey, keepKey, newDeviceKey } from '../store/device-key.ts';
import type { DraftCodec } from '../store/drafts.ts';
import { draftCodec } from '../store/draft-codec.ts';
import { isLastingKey, isSharedStore, keyIdOf } from '../store/sealed-name.ts';
import { forgetAccounts, forgetReplaced, trimOthers } from './forget-accounts.ts';
import { type GateCalls, gateCalls, type KeyHolder } from './device-locks.ts';
import { findKey, keepThroughReloads } from './kept-key.ts';
import { followQuery } from '../store/reactive/live-query.ts';

/** Marks that outlive the page and contain nothing personal. */
interface Marks {
  readonly setMark: (isShared: boolean) => void;
  /** Number of unsent changes and photos that cannot be read any more. */
  readonly setLost: (count: number) => void;
}

/** Key of this page, which encrypts everything: of a shared computer, or one that a passphrase opens. */
export interface SharedSession extends KeyHolder {
  readonly begin: () => string;
  readonly cancel: (keyId: string) => Promise<void>;
  readonly findOrForget: () => Promise<void>;
  /** Holds this key in this page. */
  readonly adopt: (key: DeviceKey) => void;
  /** The key that this page holds. */
  readonly held: () => DeviceKey | undefined;
  readonly follow: () => Promise<void>;
  readonly leave: () => void;
  readonly leaveUnlessUsed: () => Promise<void>;
  readonly draftCodec: () => Promise<DraftCodec | undefined>;
  /** Calls about the passphrase. */
  readonly gate: () => GateCalls;
}

/** `SharedComputer` documents each method. */
export function sharedSession(device: DeviceDb, marks: Marks): SharedSession {
  let current: (DeviceKey & { readonly release: () => void }) | undefined;
  let stop: (() => void) | undefined;
  /** Number of sign-ins that have begun, and of sessions that were followed. */
  let uses = 0;
  const adopt = (found: DeviceKey) => {
    current?.release();
    current = { ...found, release: keepKey(found.keyId, found.key) };
    stop?.();
    stop = undefined;
    marks.setMark(!isLastingKey(found.keyId));
    return current;
  };
  const leave = () => {
    stop?.();
    stop = undefined;
    current?.release();
    current = undefined;
    marks.setMark(false);
  };
  const session: SharedSession = {
    begin: () => {
      uses += 1;
      return (current ?? adopt(newDeviceKey())).keyId;
    },
    cancel: async (keyId) => {
      if (current?.keyId === keyId) await session.leaveUnlessUsed();
    },
    adopt,
    held: () => current,
    findOrForget: () => findOrForget(device, { marks, adopt }),
    follow: async () => {
      const session = await device.session.get('current');
      if (session?.keyId === undefined) return;
      uses += 1;
      if (session.keyId !== current?.keyId) {
        // Another tab has signed in.
        const key = await findKey(session.keyId).catch(() => undefined);
        if (key !== undefined) adopt({ keyId: session.keyId, key });
      }
      if (current !== undefined) stop ??= holdKey(device, current);
    },
    leave,
    leaveUnlessUsed: async () => {
      const held = current;
      const before = uses;
      if (held === undefined) return;
      const isUsed = !isLastingKey(held.keyId) && (await moveKeptWork(device, held.keyId));
      const session = await device.session.get('current');
      // A sign-in has begun meanwhile, or another tab has signed in under this key.
      if (uses !== before || current !== held || session?.keyId === held.keyId) return;
      if (isUsed) stop ??= holdKey(device, held);
      else leave();
    },
    draftCodec: async () => {
      // The key may be held for work of other people alone.
      const session = await device.session.get('current');
      return current === undefined || session?.keyId !== current.keyId
        ? undefined
        : draftCodec(current.key);
    },
    gate: () => gateCalls(device, session),
  };
  return session;
}

interface Finding {
  readonly marks: Marks;
  readonly adopt: (key: DeviceKey) => void;
}

async function findOrForget(device: DeviceDb, { marks, adopt }: Finding): Promise<void> {
  const current = await device.session.get('current');
  const own = current?.shared === true ? current : undefined;
  let lost = 0;
  // Before the deletion, which may wait for a frozen tab.
  const report = (count: number) => {
    lost += count;
    if (lost > 0) marks.setLost(lost);
  };
  let isHeld = false;
  // The key of the session first: a page holds one.
  for (const keyId of new Set([own?.keyId, ...(await sharedKeysOf(device))])) {
    if (keyId === undefined && own === undefined) continue;
    const key = keyId === undefined ? undefined : await findKey(keyId);
    if (keyId === undefined || key === undefined) {
      const session = own?.keyId === keyId ? own : undefined;
      await forgetUnreadable(device, { keyId, session, report });
    } else if (!isHeld) {
      adopt({ keyId, key });
      isHeld = true;
    }
  }
  if (!isHeld) marks.setMark(false);
}

/** Ids of the keys of shared computers under which something is stored. */
async function sharedKeysOf(device: DeviceDb): Promise<readonly string[]> {
  const stores = [...(await device.accounts.toArray()), ...(await device.former.toArray())];
  return stores.flatMap(({ dbName }) => (isSharedStore(dbName) ? (keyIdOf(dbName) ?? []) : []));
}

interface Unreadable {
  readonly keyId: string | undefined;
  /** Ends, when the key is its key. */
  readonly session: DeviceSession | undefined;
  /** Called with the number of unsent changes and photos. */
  readonly report: (unsent: number) => void;
}

/** Deletes the stores under a key that nobody holds. */
async function forgetUnreadable(
  device: DeviceDb,
  { keyId, session, report }: Unreadable,
): Promise<void> {
  const isLost = ({ dbName }: { readonly dbName: string }) =>
    keyId !== undefined && keyIdOf(dbName) === keyId;
  const mine = session === undefined ? [] : await accountsHere(device);
  const known = new Set(mine.map(({ key }) => key));
  const others = await device.accounts
    .filter((one) => isLost(one) && !known.has(one.key))
    .toArray();
  const replaced = await device.former.filter(isLost).toArray();
  const accounts = [...mine, ...others];
  report(onlyHere([...accounts, ...replaced]));
  await forgetAccounts(device, accounts, session, keyId);
  await forgetReplaced(device, replaced);
}

/**
 * Encrypts the work of other people under this key for them, so that it needs the key no longer; true when some still
 * does (CLIENT-9.7).
 */
async function moveKeptWork(device: DeviceDb, keyId: string): Promise<boolean> {
  const isUsed = async () => (await sharedKeysOf(device)).includes(keyId);
  if (!(await isUsed())) return false;
  await trimOthers(device).catch(() => undefined);
  return isUsed();
}

/** Number of unsent changes, and of shots that are not attached yet (decision 0088). */
function onlyHere(stores: readonly Pick<AccountRecord, 'unsent' | 'shots'>[]): number {
  return stores.reduce((sum, { unsent, shots = 0 }) => sum + unsent + shots, 0);
}

/**
 * Keeps the key through reloads, asks before a page with unsent work is closed, and keeps texts out of the browser's
 * own stores.
 */
function holdKey(device: DeviceDb, { keyId, key }: DeviceKey): () => void {
  let count = 0;
  /** Work of other people under this key. */
  const kept = async () => {
    const { userId } = (await device.session.get('current')) ?? {};
    const isKept = (one: AccountRecord) => one.userId !== userId && keyIdOf(one.dbName) === keyId;
    return device.accounts.filter(isKept).toArray();
  };
  const stopCounting = followQuery(
    async () => [...(await accountsHere(device)), ...(await kept())],
    (stores) => {
      count = onlyHere(stores);
    },
  );
  // With a passphrase unsent work waits on the device, as on every other computer.
  const isLost = !isLastingKey(keyId);
  const ask = (event: BeforeUnloadEvent) => {
    if (isLost && count > 0) event.preventDefault();
  };
  const forgetKey = keepThroughReloads(keyId, key);
  window.addEventListener('beforeunload', ask);
  document.addEventListener('focusin', disableAutocomplete);
  return () => {
    forgetKey();
    stopCounting();
    window.removeEventListener('beforeunload', ask);
    document.removeEventListener('focusin', disableAutocomplete);
  };
}

/** Browsers write field contents to the disk, for suggestions or to restore a window. */
function disableAutocomplete({ target }: FocusEvent): void {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (isField && target.autocomplete === '') target.autocomplete = 'off';
}
