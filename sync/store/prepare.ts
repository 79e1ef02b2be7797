import { ENTITIES } from '../../model/entities/registry.ts';
import type { StreamState } from '../core/ports/streams.ts';
import type { AccountDb, SealedBatch } from './database.ts';
import type { AccountRecord, DeviceDb } from './device-db.ts';
import { unsentFiles } from './local-files.ts';
import { outboxCounts } from './outbox-rows.ts';
import { cachedQuery } from './reactive/cached-query.ts';
import { followQuery } from './reactive/live-query.ts';

export interface PrepareOptions {
  readonly record: AccountRecord;
  readonly device: DeviceDb;
  /** Milliseconds by the device's clock. */
  readonly at: number;
}

/**
 * Runs before an engine starts: claims the store for this build (CLIENT-7) and checks its state (CLIENT-6). An empty
 * store that once had data, or tables that an earlier build did not have, cause a download; a missing row is never
 * taken for a deleted one.
 */
export async function prepareStore(db: AccountDb, options: PrepareOptions): Promise<void> {
  const { record, device, at } = options;
  const lost = await db.dexie.transaction('rw', [db.meta, db.streams, db.notices], async () => {
    const writer = await db.meta.get('writer');
    const newest = writer?.key === 'writer' ? writer.minWriter : 0;
    if (newest > db.writer) return false;
    await db.meta.put({ key: 'writer', minWriter: db.writer });
    await fillNewTables(db);
    const empty = (await db.meta.get('client')) === undefined && (await db.streams.count()) === 0;
    if (!empty || !record.hadData) return false;
    // The service worker may have recorded the loss already, and the marker outside is then reset.
    const told = (await db.notices.get('store-lost'))?.unsent ?? 0;
    const unsent = Math.max(told, record.unsent);
    await db.notices.put({ id: 'store-lost', kind: 'store-lost', at, unsent });
    return true;
  });
  if (lost) await device.accounts.update(record.key, { unsent: 0 });
}

/** Encrypted work in a store until its person signs in, by batch; empty when there is none. */
export async function batchesOf(db: AccountDb): Promise<readonly SealedBatch[]> {
  const sealed = await db.meta.get('sealed');
  return sealed?.key === 'sealed' ? sealed.batches : [];
}

/** Number of unsent changes of an account, read in one transaction. */
export async function unsentOf(db: AccountDb): Promise<number> {
  const tables = [db.meta, db.outbox, db.rejected, db.blobs];
  return await db.dexie.transaction('r?', tables, async () => {
    const [plain, sealed] = await Promise.all([unsentInClear(db), batchesOf(db)]);
    return plain + countOf(sealed);
  });
}

/**
 * Number of shots that are not attached to anything yet; a batch of encrypted ones counts once. They are
 * no change, but this device has their only copy.
 */
export async function shotsOf(db: AccountDb): Promise<number> {
  return await db.dexie.transaction('r?', [db.meta, db.blobs], async () => {
    const [plain, sealed] = await Promise.all([
      db.blobs.where('state').equals('shot').count(),
      batchesOf(db),
    ]);
    return plain + sealed.filter(({ unsent }) => unsent === 0).length;
  });
}

/** `unsentOf` without encrypted work. */
export async function unsentInClear(db: AccountDb): Promise<number> {
  const [{ all, acked }, rejected, unsent] = await Promise.all([
    outboxCounts(db),
    db.rejected.count(),
    unsentFiles(db),
  ]);
  return all - acked + rejected + unsent.length;
}

/** Number of changes that are still to be sent, without rejected ones, which need the person's decision. */
export async function waitingOf(db: AccountDb): Promise<number> {
  const [{ all, acked }, files, sealed] = await Promise.all([
    outboxCounts(db),
    db.blobs.where('state').equals('waiting').count(),
    batchesOf(db),
  ]);
  return all - acked + files + countOf(sealed.filter(({ lost }) => lost !== true));
}

function countOf(batches: readonly SealedBatch[]): number {
  return batches.reduce((sum, { unsent }) => sum + unsent, 0);
}

/** Shortest time between two updates of the marker, in milliseconds. */
const MARK_PAUSE = 250;

/**
 * Updates the marker outside the database: that it has data, and its number of unsent changes (CLIENT-6). The first
 * unsent change is written at once, later ones after a pause, and so is the last one of a burst: counting takes seven
 * requests, and each write of the device's database makes every query of it run again, in every tab. Within the pause
 * the cookie of the page has the number (CLIENT-11).
 */
export function followUnsent(db: AccountDb, device: DeviceDb, key: string): () => void {
  const count = cachedQuery(db, onlyHere, {
    tables: [db.meta.name, db.outbox.name, db.rejected.name, db.blobs.name],
    // A page that is left, and another open organisation, ask only whether there is anything to send.
    wait: (found) => (found?.unsent === 0 ? 0 : MARK_PAUSE),
  });
  let written: Awaited<ReturnType<typeof onlyHere>> | undefined;
  return count.subscribe(() => {
    const found = count.current();
    if (found === undefined) return;
    if (found.unsent === written?.unsent && found.shots === written.shots) return;
    written = found;
    // An unreadable database leaves the marker unchanged, which is its purpose.
    void device.accounts.update(key, { hadData: true, ...found }).catch(() => undefined);
  });
}

/** Encrypted photos are not counted: a page that is asked about them has the key. */
async function onlyHere(db: AccountDb) {
  const tables = [db.meta, db.outbox, db.rejected, db.blobs];
  return await db.dexie.transaction('r?', tables, async () => {
    const [unsent, shots] = await Promise.all([
      unsentOf(db),
      db.blobs.where('state').equals('shot').count(),
    ]);
    return { unsent, shots };
  });
}

/** Calls back when nothing is left to send, or when the database cannot be read. */
export function whenSent(db: AccountDb, sent: () => void): () => void {
  const check = (count: number) => {
    if (count === 0) sent();
  };
  return followQuery(() => waitingOf(db), check, sent);
}

/** VER-2: rows of tables that an earlier build did not have were skipped and have to be downloaded. */
async function fillNewTables(db: AccountDb): Promise<void> {
  const names = ENTITIES.map(({ table }) => table);
  const known = await db.meta.get('tables');
  const before = known?.key === 'tables' ? known.names : undefined;
  await db.meta.put({ key: 'tables', names });
  if (before === undefined || names.every((name) => before.includes(name))) return;
  const streams = await db.streams.toArray();
  await db.streams.bulkPut(
    streams.map((state) => {
      if (state.epoch === null || state.download !== undefined) return withoutCheckpoint(state);
      return { ...state, download: { reason: 'refill', done: 0, total: 0, run: '' } };
    }),
  );
}

/** A scope that the first download has completed is complete only for the tables of the earlier build. */
function withoutCheckpoint(state: StreamState): StreamState {
  if (state.download?.reason !== 'first') return state;
  const { checkpoint: _checkpoint, ...download } = state.download;
  return { ...state, download };
}
