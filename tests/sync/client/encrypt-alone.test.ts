import 'fake-indexeddb/auto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SealingKeys } from '../../../model/protocol/sealing-keys.ts';
import { whileDeleting } from '../../../sync/client/deletion-lock.ts';
import { encryptAlone, reopenAlone } from '../../../sync/client/encrypting.ts';
import { CLOSED } from '../../../sync/store/closing.ts';
import { accountDb } from '../../../sync/store/database.ts';
import { type AccountRecord, type DeviceDb, deviceDb } from '../../../sync/store/device-db.ts';
import { type DeviceKey, keepKey, newDeviceKey } from '../../../sync/store/device-key.ts';
import { type DeviceLock, newLock } from '../../../sync/store/device-lock.ts';
import { deleteIfEmpty, markForDeletion } from '../../../sync/store/pending-deletion.ts';
import { rememberSession } from '../../../sync/store/remember-session.ts';
import { lastingKeyId } from '../../../sync/store/sealed-name.ts';
import { memoryJournal, newSealingKeys } from '../support/kept-store.ts';
import { session } from '../support/session-data.ts';

/** Moments at which the sign-out begins, in turns of the event loop after the first work. */
const MOMENTS = Array.from({ length: 24 }, (_, moment) => moment);

describe('a store that a sign-out deletes', () => {
  let keys: SealingKeys;
  let deviceKey: DeviceKey;
  let lock: DeviceLock;
  let release: () => void;

  beforeAll(async () => {
    keys = await newSealingKeys();
    const { keyId, key } = newDeviceKey();
    deviceKey = { keyId: lastingKeyId(keyId), key };
    release = keepKey(deviceKey.keyId, key);
    const input = { ...deviceKey, userId: '7', passphrase: 'four words that differ', rounds: 10 };
    lock = await newLock({ ...input, publicKey: keys.public_key });
  });
  afterAll(() => release());
  const parts = () => ({ lock, deviceKey, journal: memoryJournal() });

  /** Moments after the beginning of the work at which the sign-out leaves a store that is not closed to writers. */
  async function momentsLeftOpen(
    work: (device: DeviceDb) => Promise<unknown>,
  ): Promise<readonly number[]> {
    const open: number[] = [];
    for (const moment of MOMENTS) {
      const device = deviceDb();
      await rememberSession(device, { ...session('7', ['1']), sealing_key: keys.public_key });
      const here = await device.accounts.toArray();
      // It fails when the person has signed out meanwhile.
      const working = work(device).catch(() => undefined);
      await turns(moment);
      const writers = await signOut(deviceDb(), here);
      if (writers.some((writer) => writer !== CLOSED)) open.push(moment);
      await working;
      device.dexie.close();
      for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '');
    }
    return open;
  }

  it('[CLIENT-13.2] is closed to writers, whenever another tab encrypts it', async () => {
    const encrypt = (device: DeviceDb) => encryptAlone(device, parts());
    expect(await momentsLeftOpen(encrypt)).toEqual([]);
  });

  it('[CLIENT-13.2] is neither encrypted nor opened again before the sign-out has ended', async () => {
    const device = deviceDb();
    await rememberSession(device, { ...session('7', ['1']), sealing_key: keys.public_key });
    const [account] = await device.accounts.toArray();
    if (account === undefined) throw new Error('There is no account');
    const stored = () => device.accounts.get(account.key);
    const works = [
      { encrypting: true, begin: () => reopenAlone(device, account) },
      { encrypting: false, begin: () => encryptAlone(device, parts()) },
    ];
    for (const { encrypting, begin } of works) {
      await device.accounts.update(account.key, { encrypting });
      const before = await stored();
      const signingOut = Promise.withResolvers<void>();
      const signedOut = whileDeleting(() => signingOut.promise);
      const done = begin();
      await turns(200);
      expect(await stored()).toEqual(before);
      signingOut.resolve();
      await signedOut;
      await done;
      expect(await stored()).not.toEqual(before);
    }
    device.dexie.close();
  });
});

function turns(count: number): Promise<void> {
  return count === 0
    ? Promise.resolve()
    : new Promise((resolve) => setImmediate(resolve)).then(() => turns(count - 1));
}

/** Oldest writers that the stores accept when their deletion is decided; empty when they are encrypted already. */
async function signOut(
  other: DeviceDb,
  here: readonly AccountRecord[],
): Promise<readonly unknown[]> {
  const current = await other.session.get('current');
  const writers = await whileDeleting(async () => {
    const stores = await markForDeletion(other, {
      accounts: here,
      session: current,
      ifEmpty: true,
    });
    await deleteIfEmpty(other, stores, { session: current });
    return Promise.all(stores.map(({ dbName }) => writerOf(dbName)));
  });
  other.dexie.close();
  return writers;
}

async function writerOf(dbName: string): Promise<unknown> {
  const db = accountDb(dbName);
  const writer = await db.meta.get('writer');
  db.dexie.close();
  return writer?.key === 'writer' ? writer.minWriter : undefined;
}
