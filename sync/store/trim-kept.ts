import { ENTITIES } from '../../model/entities/registry.ts';
import { type AccountDb, accountDb } from './database.ts';
import type { AccountRecord, DeviceDb } from './device-db.ts';
import { dropFile } from './local-files.ts';
import { unsentOf } from './prepare.ts';

/**
 * Of people who are not signed in here only what they have not sent stays (CLIENT-9): what their organisations wrote is
 * downloaded again when they are back. Whatever is cut off goes on at the next start.
 */
export async function trimLocked(device: DeviceDb): Promise<readonly AccountRecord[]> {
  const session = await device.session.get('current');
  const accounts = await device.accounts.toArray();
  const empty: AccountRecord[] = [];
  for (const account of accounts) {
    const isOthers = account.userId !== session?.userId && account.lost === undefined;
    if (!isOthers || account.trimmed === true) continue;
    const unsent = await trimStore(account);
    // A store that cannot be read now is tried at the next start.
    if (unsent === undefined) continue;
    if (unsent === 0 && (await device.former.where('account').equals(account.key).count()) === 0) {
      empty.push(account);
    } else {
      await forgetNames(device, account, unsent);
    }
  }
  return empty;
}

/** How much is unsent in it, after everything else has gone; undefined when it cannot be read. */
async function trimStore({ dbName }: AccountRecord): Promise<number | undefined> {
  const db = accountDb(dbName);
  try {
    await keepUnsentOnly(db);
    return await unsentOf(db);
  } catch {
    return undefined;
  } finally {
    db.dexie.close();
  }
}

/** Unless the person has signed in again meanwhile. */
async function forgetNames(
  device: DeviceDb,
  { key, userId }: AccountRecord,
  unsent: number,
): Promise<void> {
  await device.dexie.transaction('rw', [device.accounts, device.session], async () => {
    if ((await device.session.get('current'))?.userId === userId) return;
    const nameless = { orgName: '', displayName: '', email: '' };
    await device.accounts.update(key, { ...nameless, unsent, trimmed: true });
  });
}

/**
 * Removes everything from a store but what was not sent: its mutations with the rows they make, what was refused, and the
 * bytes of files. The client id and its counter stay, so that a key is never used for two things (ID-2); each stream keeps
 * the name of its history and is downloaded again before anything is sent (EPOCH-1).
 */
export async function keepUnsentOnly(db: AccountDb): Promise<void> {
  const files = await db.blobs.where('state').anyOf('kept', 'copying').toArray();
  for (const { id } of files) await dropFile(db, id);
  await db.dexie.transaction('rw', db.dexie.tables, async () => {
    const pending = await db.outbox.toArray();
    const open = pending.filter(({ state }) => state !== 'acked');
    const made = new Set(open.flatMap(({ creates }) => creates));
    await db.outbox.where('state').equals('acked').delete();
    await db.base.filter(({ key }) => !made.has(key)).delete();
    for (const { table } of ENTITIES) {
      const rows = db.dexie.table<unknown, string>(table);
      const ids = await rows.toCollection().primaryKeys();
      await rows.bulkDelete(ids.filter((id) => !made.has(`${table}/${id}`)));
    }
    await db.journal.clear();
    await db.notices.clear();
    await db.meta.delete('activity');
    await db.streams.filter(({ epoch }) => epoch === null).delete();
    await db.streams.toCollection().modify((state) => {
      const { stream, epoch, cursor, suspect } = state;
      const download = { reason: 'refill', done: 0, total: 0, run: '' } as const;
      for (const field of Object.keys(state)) Reflect.deleteProperty(state, field);
      Object.assign(state, {
        stream,
        epoch,
        cursor,
        suspect,
        scopes: [],
        lastSync: null,
        download,
      });
    });
  });
}
