import { ENTITIES } from '../../model/entities/registry.ts';
import { type AccountDb, type SealedBatch, STORE_WRITER } from './database.ts';
import type { AccountRecord, DeviceDb } from './device-db.ts';
import { unsentFiles } from './local-files.ts';
import { followQuery } from './reactive/live-query.ts';

export interface PrepareOptions {
  readonly record: AccountRecord;
  readonly device: DeviceDb;
  /** Milliseconds by the device's clock. */
  readonly at: number;
}

/**
 * Before an engine starts: takes the store over for this build (CLIENT-7), and looks whether it is what it should be
 * (CLIENT-6). An empty store where there once was data, or tables that a former build did not know, mean a download;
 * nothing is ever concluded from what is missing here.
 */
export async function prepareStore(db: AccountDb, options: PrepareOptions): Promise<void> {
  const { record, device, at } = options;
  const lost = await db.dexie.transaction('rw', [db.meta, db.streams, db.notices], async () => {
    const writer = await db.meta.get('writer');
    const newest = writer?.key === 'writer' ? writer.minWriter : 0;
    if (newest > STORE_WRITER) return false;
    await db.meta.put({ key: 'writer', minWriter: STORE_WRITER });
    await fillNewTables(db);
    const empty = (await db.meta.get('client')) === undefined && (await db.streams.count()) === 0;
    if (!empty || !record.hadData) return false;
    // The service worker may have been here a moment ago, and the marker outside tells of nothing any more.
    const told = (await db.notices.get('store-lost'))?.unsent ?? 0;
    const unsent = Math.max(told, record.unsent);
    await db.notices.put({ id: 'store-lost', kind: 'store-lost', at, unsent });
    return true;
  });
  if (lost) await device.accounts.update(record.key, { unsent: 0 });
}

/** What is encrypted in a store until its person is back, batch by batch; empty when nothing is. */
export async function batchesOf(db: AccountDb): Promise<readonly SealedBatch[]> {
  const sealed = await db.meta.get('sealed');
  return sealed?.key === 'sealed' ? sealed.batches : [];
}

/** How much of an account is not at the server yet. */
export async function unsentOf(db: AccountDb): Promise<number> {
  const [plain, sealed] = await Promise.all([unsentInClear(db), batchesOf(db)]);
  return plain + countOf(sealed);
}

/** The same without what is encrypted. */
export async function unsentInClear(db: AccountDb): Promise<number> {
  const [all, acked, rejected, unsent] = await Promise.all([
    db.outbox.count(),
    db.outbox.where('state').equals('acked').count(),
    db.rejected.count(),
    unsentFiles(db),
  ]);
  return all - acked + rejected + unsent.length;
}

/** How much of it is still to be sent: without what was refused, which waits for the person. */
export async function waitingOf(db: AccountDb): Promise<number> {
  const [all, acked, files, sealed] = await Promise.all([
    db.outbox.count(),
    db.outbox.where('state').equals('acked').count(),
    db.blobs.where('state').equals('waiting').count(),
    batchesOf(db),
  ]);
  return all - acked + files + countOf(sealed.filter(({ lost }) => lost !== true));
}

function countOf(batches: readonly SealedBatch[]): number {
  return batches.reduce((sum, { unsent }) => sum + unsent, 0);
}

/** Keeps the marker outside the database: that there is data, and how much of it is unsent (CLIENT-6). */
export function followUnsent(db: AccountDb, device: DeviceDb, key: string): () => void {
  // When the database cannot be read the marker keeps its value, which is its purpose.
  return followQuery(
    () => unsentOf(db),
    (unsent) => void device.accounts.update(key, { hadData: true, unsent }).catch(() => undefined),
  );
}

/** Tells when nothing is to be sent any more, or when nobody can say. */
export function whenSent(db: AccountDb, sent: () => void): () => void {
  const check = (count: number) => {
    if (count === 0) sent();
  };
  return followQuery(() => waitingOf(db), check, sent);
}

/** VER-2: rows of tables a former build did not know were passed over; they have to be fetched. */
async function fillNewTables(db: AccountDb): Promise<void> {
  const names = ENTITIES.map(({ table }) => table);
  const known = await db.meta.get('tables');
  const before = known?.key === 'tables' ? known.names : undefined;
  await db.meta.put({ key: 'tables', names });
  if (before === undefined || names.every((name) => before.includes(name))) return;
  await db.streams.toCollection().modify((state) => {
    if (state.download !== undefined) {
      // What a first download has brought whole is so of the tables that the former build knew.
      const { kept: _kept, ...download } = state.download;
      return Object.assign(state, { download });
    }
    if (state.epoch === null) return state;
    return Object.assign(state, { download: { reason: 'refill', done: 0, total: 0, run: '' } });
  });
}
