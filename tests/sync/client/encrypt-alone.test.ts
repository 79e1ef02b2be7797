import 'fake-indexeddb/auto';
import { afterEach, expect, it } from 'vitest';
import { whileDeleting } from '../../../sync/client/deletion-lock.ts';
import { encryptAlone } from '../../../sync/client/device-locks.ts';
import { CLOSED } from '../../../sync/store/closing.ts';
import { accountDb } from '../../../sync/store/database.ts';
import { type AccountRecord, type DeviceDb, deviceDb } from '../../../sync/store/device-db.ts';
import { keepKey, newDeviceKey } from '../../../sync/store/device-key.ts';
import { newLock } from '../../../sync/store/device-lock.ts';
import { deleteIfEmpty, markForDeletion } from '../../../sync/store/pending-deletion.ts';
import { rememberSession } from '../../../sync/store/remember-session.ts';
import { lastingKeyId } from '../../../sync/store/sealed-name.ts';
import { memoryJournal, newSealingKeys } from '../support/kept-store.ts';
import { session } from '../support/session-data.ts';

/** Moments at which the sign-out begins, in turns of the event loop after the encryption. */
const MOMENTS = 24;

afterEach(async () => {
  for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '');
});

it('[CLIENT-13.2] a store that a sign-out deletes is closed to writers, whenever another tab encrypts it', async () => {
  const keys = await newSealingKeys();
  const { keyId: id, key } = newDeviceKey();
  const deviceKey = { keyId: lastingKeyId(id), key };
  const release = keepKey(deviceKey.keyId, key);
  const input = { ...deviceKey, userId: '7', passphrase: 'four words that differ', rounds: 10 };
  const lock = await newLock({ ...input, publicKey: keys.public_key });
  const open: number[] = [];
  for (let moment = 0; moment < MOMENTS; moment += 1) {
    const device = deviceDb();
    await rememberSession(device, { ...session('7', ['1']), sealing_key: keys.public_key });
    const here = await device.accounts.toArray();
    const encrypting = encryptAlone(device, { lock, deviceKey, journal: memoryJournal() });
    // It fails when the person has signed out meanwhile.
    const encrypted = encrypting.catch(() => undefined);
    for (let turn = 0; turn < moment; turn += 1)
      await new Promise((resolve) => setImmediate(resolve));
    const writers = await signOut(deviceDb(), here);
    if (writers.some((writer) => writer !== CLOSED)) open.push(moment);
    await encrypted;
    await device.dexie.delete();
  }
  expect(open).toEqual([]);
  release();
});

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
    await deleteIfEmpty(other, stores, current);
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
