import type { Table } from 'dexie';
import type { SealingKeys } from '../../model/protocol/sealing-keys.ts';
import { CLOSED, openAgain } from './closing.ts';
import type { AccountDb, SealedBatch, SealedRow } from './database.ts';
import { keepUnsentOnly } from './keep-unsent.ts';
import type { RowCipher } from './row-cipher.ts';
import { openerFor, type Sealer, sealerFor } from './sealing.ts';
import { batchesOf, unsentInClear } from './prepare.ts';

/**
 * Unsent work of a person who is not signed in, encrypted for them alone (CLIENT-9). An interruption leaves each row
 * either unchanged or encrypted, and the next call continues:
 *
 *   rows --one transaction--> sealed rows, and the store closed to writers
 *   parts of files --a transaction for each--> sealed parts
 *
 * `openStore` reverses this: parts first, then all rows in one transaction.
 */

/** Field of a sealed row with the name of its table; no entity has such a field. */
const TABLE = '$table';

/** Tables without readable content, or with steps of their own. */
const PLAIN = ['meta', 'streams', 'blobParts', 'sealed'];

/** Encrypts everything in a store that contains only unsent work. */
export async function sealStore(db: AccountDb, publicKey: string): Promise<void> {
  const sealer = await sealerFor(publicKey);
  await db.dexie.transaction('rw', db.dexie.tables, async () => {
    const found = await rowsOf(db);
    if (found.length === 0 && (await db.blobParts.count()) === 0) return;
    const { to, lock } = sealer;
    const batches = [...(await batchesOf(db)), { to, lock, unsent: await unsentInClear(db) }];
    await db.meta.put({ key: 'sealed', batches });
    await db.meta.delete('net');
    await db.meta.put({ key: 'writer', minWriter: CLOSED });
    await db.sealed.bulkPut(found.map(({ table, row }) => sealedRow(sealer, table, row)));
    for (const table of readableTables(db)) await table.clear();
  });
  await sealParts(db, sealer);
}

/**
 * Decrypts work that was encrypted under these keys, in a store that keeps only unsent work: everything else is
 * downloaded again before anything is sent (EPOCH-1). Work under a key that the server does not have any more, or
 * damaged work, stays encrypted and is marked; its number of changes is the result.
 */
export async function openStore(db: AccountDb, keys: SealingKeys): Promise<number> {
  const batches = await batchesOf(db);
  const ciphers = new Map<string, RowCipher>();
  for (const { to, lock } of batches) {
    if (to === keys.public_key) ciphers.set(lock, await openerFor(keys, lock));
  }
  for (const [lock, cipher] of ciphers) await openParts(db, lock, cipher);
  if (ciphers.size > 0) await keepUnsentOnly(db);
  return db.dexie.transaction('rw', db.dexie.tables, async () => {
    for (const [lock, cipher] of ciphers) await openRows(db, lock, cipher);
    const left: SealedBatch[] = [];
    for (const batch of await batchesOf(db)) {
      const rows = await leftOf(db, batch);
      const unsent = batch.to === keys.public_key ? rows : batch.unsent;
      if (rows > 0) left.push({ ...batch, unsent, lost: true });
    }
    if (left.length === 0) await db.meta.delete('sealed');
    else await db.meta.put({ key: 'sealed', batches: left });
    await openAgain(db);
    return left.reduce((sum, { unsent, lost }) => (lost === true ? sum + unsent : sum), 0);
  });
}

interface Found {
  readonly table: string;
  readonly row: object;
}

async function rowsOf(db: AccountDb): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const table of readableTables(db)) {
    const rows = await table.toArray();
    found.push(...rows.map((row) => ({ table: table.name, row })));
  }
  return found;
}

/** Tables whose rows are encrypted. */
function readableTables({ dexie }: AccountDb): readonly Table<object>[] {
  return dexie.tables.filter(({ name }) => !PLAIN.includes(name));
}

function sealedRow({ lock, cipher }: Sealer, table: string, row: object): SealedRow {
  const kind = table === 'blobParts' ? 'part' : 'row';
  return {
    id: crypto.randomUUID(),
    lock,
    kind,
    bytes: cipher.seal({ ...row, [TABLE]: table }, lock),
  };
}

/**
 * One at a time: the bytes of all files may exceed the memory. Ends when the batch has been decrypted meanwhile: its
 * person has signed in, and nobody would decrypt a part that is sealed later.
 */
async function sealParts(db: AccountDb, sealer: Sealer): Promise<void> {
  for (const key of await db.blobParts.toCollection().primaryKeys()) {
    const isSealed = await db.dexie.transaction(
      'rw',
      [db.meta, db.blobParts, db.sealed],
      async () => {
        if ((await batchesOf(db)).every(({ lock }) => lock !== sealer.lock)) return false;
        const part = await db.blobParts.get(key);
        if (part === undefined) return true;
        await db.sealed.put(sealedRow(sealer, 'blobParts', part));
        await db.blobParts.delete(key);
        return true;
      },
    );
    if (!isSealed) return;
  }
}

async function openParts(db: AccountDb, lock: string, cipher: RowCipher): Promise<void> {
  for (const id of await db.sealed.where('[lock+kind]').equals([lock, 'part']).primaryKeys()) {
    await db.dexie.transaction('rw', [db.blobParts, db.sealed], async () => {
      const part = await db.sealed.get(id);
      if (part !== undefined) await putBack(db, part, cipher);
    });
  }
}

async function openRows(db: AccountDb, lock: string, cipher: RowCipher): Promise<void> {
  const found = await db.sealed.where('[lock+kind]').equals([lock, 'row']).toArray();
  for (const one of found) await putBack(db, one, cipher);
}

/** Number of rows that cannot be decrypted: they are damaged, or of a table that this build does not have (VER-2). */
function leftOf(db: AccountDb, { lock }: SealedBatch): Promise<number> {
  const kinds = [
    [lock, 'row'],
    [lock, 'part'],
  ];
  return db.sealed.where('[lock+kind]').anyOf(kinds).count();
}

async function putBack(db: AccountDb, sealed: SealedRow, cipher: RowCipher): Promise<void> {
  const { [TABLE]: name, ...row } = { [TABLE]: undefined, ...opened(sealed, cipher) };
  const table = db.dexie.tables.find((one) => one.name === name);
  if (table === undefined) return;
  await table.put(row);
  await db.sealed.delete(sealed.id);
}

/** A damaged row does not prevent the decryption of the others. */
function opened({ bytes, lock }: SealedRow, cipher: RowCipher): object | undefined {
  try {
    return cipher.open(bytes, lock);
  } catch {
    return undefined;
  }
}
