import Dexie, { type Transaction } from 'dexie';
import { type IdSource, newId } from '../../model/shared/ids.ts';
import type { AccountDb, MetaRow } from './database.ts';

export type ClientRow = Extract<MetaRow, { readonly key: 'client' }>;

/** The client's row as each open transaction has read or written it; a nested one has none. */
const CLIENTS = new WeakMap<Transaction, Promise<ClientRow | undefined>>();

/** Undefined in a new store. Reads the row once in a transaction. */
export function storedClient(db: AccountDb): Promise<ClientRow | undefined> {
  const transaction = Dexie.currentTransaction;
  const known = CLIENTS.get(transaction);
  if (known !== undefined) return known;
  const read = db.meta.get('client').then((row) => (row?.key === 'client' ? row : undefined));
  const found = Promise.resolve(read);
  // A nested transaction that waited for a read of its parent would wait for ever: the parent's requests wait for it.
  if (!isNested(transaction)) CLIENTS.set(transaction, found);
  return found;
}

/** Dexie's value for no parent is null, which its types do not say. */
function isNested({ parent }: Transaction): boolean {
  return (parent ?? undefined) !== undefined;
}

/** The transaction itself and those that it is nested in. */
function withParents(transaction: Transaction): readonly Transaction[] {
  const { parent } = transaction;
  return [transaction, ...(parent ? withParents(parent) : [])];
}

export async function clientRow(db: AccountDb, ids: IdSource): Promise<ClientRow> {
  const known = await storedClient(db);
  if (known !== undefined) return known;
  const none = { heard: 0, told: 0, sent: [], former: [] };
  const fresh = { key: 'client', clientId: newId(ids), nextSeq: 1, ...none } as const;
  await putClientRow(db, fresh);
  return fresh;
}

/**
 * Changes the row and resolves to it as it was. Changes that run concurrently in one transaction follow each other, so
 * that none is lost: with the next number of the client, a number would be claimed twice (ID-2.1).
 */
export async function changeClientRow(
  db: AccountDb,
  ids: IdSource,
  change: (client: ClientRow) => ClientRow,
): Promise<ClientRow> {
  const transaction = Dexie.currentTransaction;
  for (;;) {
    const reading = clientRow(db, ids);
    const seen = CLIENTS.get(transaction);
    const client = await reading;
    // Another change was made meanwhile.
    if (CLIENTS.get(transaction) !== seen) continue;
    await putClientRow(db, change(client));
    return client;
  }
}

async function putClientRow(db: AccountDb, client: ClientRow): Promise<void> {
  const transaction = Dexie.currentTransaction;
  // A parent reads it again.
  for (const one of withParents(transaction)) CLIENTS.delete(one);
  if (!isNested(transaction)) CLIENTS.set(transaction, Promise.resolve(client));
  await db.meta.put(client);
}
