import type { AccountRecord, DeviceDb } from '../store/device-db.ts';
import { accountsHere } from '../store/device-db.ts';
import { type DeviceKey, newDeviceKey } from '../store/device-key.ts';
import {
  type DeviceLock,
  lockForPerson,
  lockId,
  newLock,
  openByPassphrase,
} from '../store/device-lock.ts';
import type { InTheWay } from '../store/encrypt-device.ts';
import { forgetStores } from '../store/closing.ts';
import { isLastingKey, keyIdOf, lastingKeyId } from '../store/sealed-name.ts';
import { encryptAlone, reopenAlone } from './encrypting.ts';
import { forgetCachedFiles } from './file-cache.ts';
import { finishDeletion, finishRemovals, forgetAccounts } from './forget-accounts.ts';

/**
 * Step that the start needs before the account is opened. `unlock`: a passphrase opens its store. `choose`: the
 * organisation asks for one, and the store is plain; `isEmpty`: nothing is stored yet. `renew`: a sign-in has opened the
 * store, and the person chooses a new passphrase.
 */
export type GateState =
  | { readonly kind: 'unlock' | 'renew' }
  | { readonly kind: 'choose'; readonly isEmpty: boolean };

/** Key of this page, as far as the passphrase is concerned; `SharedSession` documents the methods. */
export interface KeyHolder {
  readonly adopt: (key: DeviceKey) => void;
  readonly held: () => DeviceKey | undefined;
  readonly follow: () => Promise<void>;
  readonly leave: () => void;
}

/** Calls of the page that asks for the passphrase of this device (decision 0099). */
export interface GateCalls {
  /** Step that an account needs before it is opened; `opened` is the name of the store that this page has open. */
  readonly check: (
    record: AccountRecord,
    opened: string | undefined,
  ) => Promise<{
    readonly record: AccountRecord | undefined;
    readonly state?: GateState | undefined;
  }>;
  /** False for another passphrase. */
  readonly unlock: (passphrase: string) => Promise<boolean>;
  /** Encrypts this device, or resolves to what prevents it. */
  readonly encrypt: (passphrase: string) => Promise<InTheWay | undefined>;
  /** Opens the plain store until the page is loaded again. */
  readonly later: () => Promise<void>;
  /** New passphrase for a store that a sign-in has opened. */
  readonly renew: (passphrase: string) => Promise<void>;
  /** The passphrase stays as it is. */
  readonly keep: () => Promise<void>;
  /** Loads the page again, which then asks for a passphrase. */
  readonly ask: () => void;
  /** Number of unsent changes behind the passphrase. */
  readonly unsent: () => Promise<number>;
  /** Removes everything of the person from this device, unsent work included, and ends the session. */
  readonly discard: () => Promise<void>;
}

/** Session storage name: the person has asked for the page that encrypts this device. */
const ASKED = 'cairn-encrypt-now';

export function gateCalls(device: DeviceDb, session: KeyHolder): GateCalls {
  let isLater = false;
  /** Runs the queries of the account again, in every tab. */
  const touch = () => device.session.update('current', { unlockedAt: Date.now() });
  const lockHere = async () => {
    const current = await device.session.get('current');
    const lock = current && (await lockOf(device, current.userId));
    if (lock === undefined) throw new Error('This device has no passphrase');
    return lock;
  };
  return {
    check: async (found, opened) => {
      const record = found.encrypting === true ? await reopenAlone(device, found) : found;
      if (record === undefined) return { record };
      const keyId = keyIdOf(record.dbName);
      if (keyId !== undefined && !isLastingKey(keyId)) return { record };
      if (keyId === undefined) {
        const isAsked = !isLater && (await asksToChoose(device, record, opened));
        return isAsked
          ? { record, state: { kind: 'choose', isEmpty: !record.hadData } }
          : { record };
      }
      // Another tab has encrypted the device: forms that are open here would store plain drafts.
      if (opened !== undefined && keyIdOf(opened) === undefined) return reloaded();
      await session.follow();
      const held = session.held();
      if (held?.keyId !== keyId) return { record, state: { kind: 'unlock' } };
      const lock = await lockOf(device, record.userId);
      if (lock !== undefined) await followKeyPair(device, lock, { key: held.key, record });
      return lock?.renew === true ? { record, state: { kind: 'renew' } } : { record };
    },
    unlock: async (passphrase) => {
      const lock = await lockHere();
      const key = await openByPassphrase(lock, passphrase);
      if (key === undefined) return false;
      session.adopt({ keyId: lock.keyId, key });
      await touch();
      // What waited for the key continues.
      void finishDeletion(device).catch(() => undefined);
      void finishRemovals(device).catch(() => undefined);
      return true;
    },
    encrypt: (passphrase) => encryptHere(device, session, passphrase),
    later: async () => {
      isLater = true;
      sessionStorage.removeItem(ASKED);
      await touch();
    },
    renew: async (passphrase) => {
      await renewHere(device, session, { lock: await lockHere(), passphrase });
      await touch();
    },
    keep: async () => {
      const { renew: _renew, ...lock } = await lockHere();
      await device.marks.put(lock);
      await touch();
    },
    ask: () => {
      sessionStorage.setItem(ASKED, '1');
      location.assign('/');
    },
    unsent: async () => (await accountsHere(device)).reduce((sum, { unsent }) => sum + unsent, 0),
    discard: async () => {
      const current = await device.session.get('current');
      if (current === undefined) return;
      const mine = await device.accounts.where('userId').equals(current.userId).toArray();
      session.leave();
      await forgetAccounts(device, mine, current);
    },
  };
}

async function encryptHere(
  device: DeviceDb,
  session: KeyHolder,
  passphrase: string,
): Promise<InTheWay | undefined> {
  const [account] = await accountsHere(device);
  if (account?.sealingKey === undefined) throw new Error('There is no key of the person');
  const { keyId: id, key } = newDeviceKey();
  const deviceKey = { keyId: lastingKeyId(id), key };
  const { userId, sealingKey: publicKey } = account;
  const lock = await newLock({ ...deviceKey, userId, passphrase, publicKey });
  // A page must have the key before a store needs it.
  session.adopt(deviceKey);
  const encrypting = encryptAlone(device, { lock, deviceKey, journal: localStorage });
  const done = await encrypting.catch((error: unknown) => {
    session.leave();
    throw error;
  });
  if ('unsent' in done) {
    session.leave();
    return done;
  }
  sessionStorage.removeItem(ASKED);
  await forgetCachedFiles();
  // A frozen tab may keep a store open: the next start continues.
  void forgetStores(device, done).catch(() => undefined);
  return undefined;
}

async function renewHere(
  device: DeviceDb,
  session: KeyHolder,
  {
    lock: { userId, keyId },
    passphrase,
  }: { readonly lock: DeviceLock; readonly passphrase: string },
): Promise<void> {
  const held = session.held();
  const sealingKey = (await accountsHere(device)).map((account) => account.sealingKey)[0];
  if (held?.keyId !== keyId || sealingKey === undefined) throw new Error('No key to encrypt');
  await device.marks.put(await newLock({ ...held, userId, passphrase, publicKey: sealingKey }));
}

/**
 * An empty store asks before the first download. One with data asks when it can be replaced: with a network, and with
 * nothing unsent, unless the page is open already.
 */
async function asksToChoose(
  device: DeviceDb,
  { encrypt, sealingKey, hadData, unsent }: AccountRecord,
  opened: string | undefined,
): Promise<boolean> {
  if (encrypt !== true || sealingKey === undefined || opened !== undefined) return false;
  if ((await device.session.get('current'))?.shared === true) return false;
  if (!hadData || sessionStorage.getItem(ASKED) !== null) return true;
  return navigator.onLine && unsent === 0;
}

/** The server may have created a new key pair for the person. A failure is tried again at the next check. */
async function followKeyPair(
  device: DeviceDb,
  lock: DeviceLock,
  { key, record }: { readonly key: Uint8Array; readonly record: AccountRecord },
): Promise<void> {
  const { sealingKey } = record;
  if (sealingKey === undefined || sealingKey === lock.person.to) return;
  const next = await lockForPerson(lock, key, sealingKey).catch(() => lock);
  await device.dexie.transaction('rw', device.marks, async () => {
    const known = await lockOf(device, lock.userId);
    if (known?.keyId === lock.keyId) await device.marks.put({ ...known, person: next.person });
  });
}

async function lockOf(device: DeviceDb, userId: string): Promise<DeviceLock | undefined> {
  const lock = await device.marks.get(lockId(userId));
  return lock !== undefined && 'passphrase' in lock ? lock : undefined;
}

/** Never resolves: the page is left. */
function reloaded(): Promise<never> {
  location.reload();
  return new Promise(() => undefined);
}
