import Dexie from 'dexie';
import type { SnapshotManifest } from '../../model/protocol/snapshot.ts';
import { type DeviceDb, deviceDb, type AccountRecord } from '../store/device-db.ts';
import { accountDb } from '../store/database.ts';
import { rowCipher } from '../store/row-cipher.ts';
import { sealedName } from '../store/sealed-name.ts';

import { findKey } from './kept-key.ts';

/** Databases of opened snapshots, apart from those of accounts and encrypted under a key in memory (decision 0080). */

const PREFIX = 'cairn-snapshot-';
/** Accounts of a snapshot have keys of their own: what screens keep beside the store must not mix either. */
const ACCOUNT = 'snapshot.';

export function snapshotDevice(keyId: string): DeviceDb {
  return deviceDb({}, `${PREFIX}${keyId}`);
}

/** Makes the organisations of a snapshot the accounts of its device, names encrypted. */
export async function storeAccounts(
  device: DeviceDb,
  manifest: SnapshotManifest,
  { keyId, key }: { readonly keyId: string; readonly key: Uint8Array },
): Promise<void> {
  const { userId, displayName, email, organizations, savedAt } = manifest;
  const cipher = rowCipher(key);
  const records = organizations.map((organization): AccountRecord => {
    const { orgId, orgUserId, orgName, level, specialRole, access } = organization;
    const account = `${ACCOUNT}${userId}:${orgId}`;
    return {
      key: account,
      userId,
      orgId,
      orgUserId,
      orgName: '',
      displayName: '',
      email: '',
      sealedNames: cipher.seal({ orgName, displayName, email }, `names:${account}`),
      level,
      specialRole,
      access,
      dbName: sealedName(keyId, userId, orgId),
      hadData: true,
      unsent: 0,
    };
  });
  for (const { dbName } of records) {
    const db = accountDb(dbName);
    // The pill says what is true: nothing here reaches a server.
    await db.meta.put({
      key: 'net',
      reachable: false,
      auth: 'ok',
      outdated: false,
      fault: null,
    });
    // Shown above every screen. Notices of the person who saved the snapshot do not concern its reader.
    await db.notices.put({ id: 'snapshot', kind: 'snapshot', at: Date.parse(savedAt) });
    db.dexie.close();
  }
  const [first] = records;
  await device.dexie.transaction('rw', device.accounts, device.session, device.marks, async () => {
    await device.marks.clear();
    await device.accounts.bulkPut(records);
    if (first === undefined) return;
    await device.session.put({ id: 'current', userId, accountKey: first.key, shared: true, keyId });
  });
}

/**
 * Deletes the databases of a snapshot, and what screens kept about it. That of its device is the last one: while it is
 * there, `sweepSnapshots` continues a deletion that was interrupted.
 */
export async function deleteSnapshot(keyId: string): Promise<void> {
  const all = await indexedDB.databases();
  const accounts = all.flatMap(({ name = '' }) =>
    name.startsWith(sealedName(keyId, '', '').slice(0, -1)) ? [name] : [],
  );
  for (const name of [...accounts, `${PREFIX}${keyId}`]) await Dexie.delete(name);
  for (const name of Object.keys(localStorage)) {
    if (name.includes(`:${ACCOUNT}`)) localStorage.removeItem(name);
  }
}

/** Deletes snapshots whose tab was closed or killed: nobody has their key, and nobody can read them. */
export async function sweepSnapshots(): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) {
    if (!name.startsWith(PREFIX)) continue;
    const keyId = name.slice(PREFIX.length);
    if ((await findKey(keyId)) === undefined) await deleteSnapshot(keyId);
  }
}
