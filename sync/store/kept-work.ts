import type { KeptEntry, KeptWork } from './departure.ts';
import { departureOf } from './departures.ts';
import { localBytes } from './local-files.ts';
import { lineOf, ownNames } from './names.ts';
import { typedIn } from './typed-text.ts';
import { files as fileRows } from '../../model/entities/file.ts';
import { message } from '../../model/shared/message.ts';
import { type AccountDb, accountDb, rows } from './database.ts';
import { outboxRows } from './outbox-rows.ts';
import { idsIn } from './referred-files.ts';
import { CLOSED, dropLock } from './closing.ts';
import { type DeviceDb, forgetDrafts, type PendingDeletion, removals } from './device-db.ts';
import { requestKey } from './device-key.ts';
import { draftCodec } from './draft-codec.ts';
import { batchesOf } from './prepare.ts';
import { isLastingKey, keyIdOf } from './sealed-name.ts';
import { copiedChanges } from './copied-changes.ts';
import { preparedOf } from '../core/dependencies.ts';
import type { OutboxItem } from '../core/ports/outbox.ts';

/**
 * Removes a departed account's store from the device, except its person's unsent work; `finish` removes what a page
 * stores besides. Every step may be repeated. Rejects when unsent work could not be read, or a frozen tab keeps the
 * store open: the next start continues.
 */
export function removeStore(
  device: DeviceDb,
  store: PendingDeletion,
  finish: () => Promise<void>,
): Promise<void> {
  return navigator.locks.request(lockOf(store), async () => {
    if ((await device.leaving.get(store.dbName)) === undefined) return;
    await emptyStore(device, store);
    await finish();
    // May wait for a frozen tab: every other step is complete by now.
    await accountDb(store.dbName, device.stores).dexie.delete();
    await device.leaving.delete(store.dbName);
    await dropLock(device, store.dbName);
  });
}

/** Empties all stores that are being removed, for callers without a page. */
export async function emptyPendingDeletions(device: DeviceDb): Promise<void> {
  const stores = await removals(device);
  const emptying = stores.map((store) =>
    navigator.locks.request(lockOf(store), { ifAvailable: true }, async (lock) => {
      const isThere = (await device.leaving.get(store.dbName)) !== undefined;
      if (lock !== null && isThere) await emptyStore(device, store);
    }),
  );
  await Promise.allSettled(emptying);
}

/** Serialises removals: a store that another caller has just deleted must not be created again. */
function lockOf({ dbName }: PendingDeletion): string {
  return `cairn-removal:${dbName}`;
}

async function emptyStore(device: DeviceDb, store: PendingDeletion): Promise<void> {
  const { dbName, removal } = store;
  if (removal?.keepsUnsent === true) await requireUnlocked(dbName);
  const db = accountDb(dbName, device.stores);
  try {
    if (await canBeRead(db, removal)) {
      await closeToWriters(db);
      if (removal?.keepsUnsent === true) await keepWork(device, store, await readWork(db));
      await clear(db);
    }
  } finally {
    db.dexie.close();
  }
  await keepDrafts(device, store);
  await requireOpenDrafts(device, store);
}

/** What a passphrase protects is read when the person has entered it: the removal waits for that. */
async function requireUnlocked(dbName: string): Promise<void> {
  const keyId = keyIdOf(dbName);
  if (keyId === undefined || !isLastingKey(keyId)) return;
  if ((await requestKey(keyId)) === undefined) throw new Error('The store is locked');
}

/** False for a store that cannot be opened and has no unsent change, as far as is known: it is deleted as it is. */
async function canBeRead(db: AccountDb, removal: PendingDeletion['removal']): Promise<boolean> {
  try {
    await db.dexie.open();
    return true;
  } catch (error) {
    if (removal?.keepsUnsent === true && removal.unsent > 0) throw error;
    return false;
  }
}

/** After this no tab writes changes that the kept work would not contain (CLIENT-7). */
async function closeToWriters(db: AccountDb): Promise<void> {
  await db.meta.put({ key: 'writer', minWriter: CLOSED });
}

/** A frozen tab can prevent the deletion of the store, but not its emptying. */
async function clear(db: AccountDb): Promise<void> {
  await db.dexie.transaction('rw', db.dexie.tables, async () => {
    await Promise.all(db.dexie.tables.map((table) => table.clear()));
    await closeToWriters(db);
  });
}

/** Read in one transaction: another page may be emptying the store. */
async function readWork(db: AccountDb): Promise<Omit<KeptWork, 'dbName'>> {
  const work = [db.meta, db.streams, db.outbox, db.rejected];
  const tables = [...work, db.blobs, db.blobParts, rows(db, fileRows)];
  return db.dexie.transaction('r', tables, async () => {
    // The work stays until its person signs in anywhere: it cannot be read before.
    if ((await batchesOf(db)).length > 0) throw new Error('The unsent work is encrypted');
    const [pending, rejected] = await Promise.all([outboxRows(db), db.rejected.toArray()]);
    const outbox = pending.filter(({ state }) => state !== 'acked');
    const items = [...outbox, ...rejected.map(({ item }) => item)].toSorted(
      (left, right) => left.seq - right.seq,
    );
    const entries = [...entriesOf(items), ...(await fileEntries(db, items))];
    return {
      entries: entries.toSorted((left, right) => left.at - right.at),
      mutations: await copiedChanges(db, { outbox, rejected }),
    };
  });
}

/** Files that the server does not have, and those that these changes refer to. */
async function fileEntries(
  db: AccountDb,
  changes: readonly OutboxItem[],
): Promise<readonly KeptEntry[]> {
  const referred = new Set(changes.flatMap(idsIn));
  const files = await db.blobs.where('state').anyOf('waiting', 'refused', 'shot', 'kept').toArray();
  const unsent = files.filter(({ id, state }) => state !== 'kept' || referred.has(id));
  return Promise.all(
    unsent.map(async (local) => {
      const { id, name, at } = local;
      const content = await localBytes(db, id);
      const description = message('File "{name}"', { name });
      const file = content === undefined ? {} : { file: { name, content, local } };
      return { description, text: '', at, ...file };
    }),
  );
}

/** Entries contain the person's own texts only: they may not read the names of other people's rows any more. */
function entriesOf(items: readonly OutboxItem[]): readonly KeptEntry[] {
  const changes = items.map((item) => ({ item, prepared: preparedOf(item) }));
  const nameOf = ownNames(changes.map(({ prepared }) => prepared));
  return changes.map(({ item, prepared }) => ({
    description: lineOf(item, prepared, nameOf),
    text: prepared?.ownText ?? '',
    at: item.at,
  }));
}

async function keepWork(
  device: DeviceDb,
  store: PendingDeletion,
  { entries, mutations }: Omit<KeptWork, 'dbName'>,
): Promise<void> {
  const { dbName, removal } = store;
  // A store that an earlier attempt has emptied has no work: what that attempt kept stays.
  if (entries.length === 0 || removal === undefined) return;
  await addKept(device, store, { dbName, entries, mutations });
}

/** Drafts are the person's own work as well. A person who has signed in again since has new drafts. */
async function keepDrafts(device: DeviceDb, store: PendingDeletion): Promise<void> {
  const { account, removal } = store;
  if (removal === undefined) return;
  const keyId = keyIdOf(account.dbName);
  // Before the transaction, which would end during the request.
  const key = keyId === undefined ? undefined : await requestKey(keyId);
  // The last page was closed since the store was read: a passphrase opens the drafts later. Those of a shared computer
  // nobody can read any more.
  const isLocked = keyId !== undefined && key === undefined && isLastingKey(keyId);
  if (removal.keepsUnsent && isLocked) throw new Error('The drafts are locked');
  const codec = key === undefined ? undefined : draftCodec(key);
  await device.dexie.transaction('rw', device.dexie.tables, async () => {
    if ((await device.accounts.get(account.key)) !== undefined) return;
    const drafts = await device.drafts.where('account').equals(account.key).toArray();
    const entries = drafts.flatMap(({ key, text, at = 0 }) => {
      const words = typedIn(codec === undefined ? text : (codec.open(key, text) ?? ''));
      return words === '' ? [] : [{ description: message('Half-typed text'), text: words, at }];
    });
    if (!removal.keepsUnsent) {
      await forgetDrafts(device, account.key);
      return;
    }
    if (entries.length > 0) await addDrafts(device, store, entries);
    await device.drafts.bulkDelete(drafts.map(({ key }) => key));
  });
}

/** Beside those that an earlier attempt has moved there: later ones come from local storage, or were encrypted. */
async function addDrafts(
  device: DeviceDb,
  store: PendingDeletion,
  entries: readonly KeptEntry[],
): Promise<void> {
  const dbName = `drafts of ${store.account.key}`;
  const departure = await device.departures.get(store.removal?.departure ?? '');
  const before = departure?.kept.find((work) => work.dbName === dbName)?.entries ?? [];
  await addKept(device, store, { dbName, entries: [...before, ...entries], mutations: [] });
}

/** CLIENT-10.5: encrypted drafts are decrypted at the next sign-in of their person, wherever that is. */
async function requireOpenDrafts(device: DeviceDb, store: PendingDeletion): Promise<void> {
  const { key } = store.account;
  if (store.removal?.keepsUnsent !== true || (await device.accounts.get(key)) !== undefined) return;
  const sealed = await device.sealedDrafts.where('account').equals(key).count();
  if (sealed > 0) throw new Error('The drafts are encrypted');
}

async function addKept(
  device: DeviceDb,
  { account, removal }: PendingDeletion,
  work: KeptWork,
): Promise<void> {
  if (removal === undefined) return;
  const { departure, reason = 'deactivated' } = removal;
  await device.dexie.transaction('rw', device.departures, async () => {
    const at = Number(departure.split('@').at(-1));
    // The person may have dismissed it before its work could be read: it is shown again.
    const known = (await device.departures.get(departure)) ?? departureOf(account, { reason, at });
    const others = known.kept.filter(({ dbName }) => dbName !== work.dbName);
    await device.departures.put({ ...known, id: departure, kept: [...others, work] });
  });
}
