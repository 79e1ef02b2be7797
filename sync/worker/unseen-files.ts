import { fileCacheOf } from '../../model/protocol/file-cache.ts';
import { files } from '../../model/entities/file.ts';
import { type AccountDb, accountDb, rows } from '../store/database.ts';
import type { AccountRecord, DeviceDb } from '../store/device-db.ts';
import { dropUnseenFiles, followFileRows, isDownloaded } from '../store/file-store.ts';
import type { FileCache } from './packing.ts';

/** Address of a file, with an optional preview size behind it. */
const FILE = /\/rest\/files\/([0-9a-f-]{36})$/;

/**
 * FILE-3: bytes of files without a row leave the device: the file was deleted, or the person may not read it any more.
 * Runs at the start, because the right may have been lost while nothing was open, and whenever rows of files are added
 * or removed. Returns the unsubscribe function.
 */
export function followUnseenFiles(
  db: AccountDb,
  device: DeviceDb,
  record: AccountRecord,
): () => void {
  return followFileRows(db, () => {
    // A failure is repaired at the next change or start; until then sw/file-cache.ts serves none of these files.
    dropUnseenFiles(db).catch(() => undefined);
    evictUnseenFiles(device, record.userId).catch(() => undefined);
  });
}

/** Deletes entries of the person's cache without a row in any of their organisations, previews included. */
async function evictUnseenFiles(device: DeviceDb, userId: string): Promise<void> {
  if (!('caches' in globalThis)) return;
  const name = fileCacheOf(userId);
  if (!(await caches.has(name))) return;
  const accounts = await device.accounts.where('userId').equals(userId).toArray();
  // Accounts that have lost their access and stores that were never filled have no rows that count.
  const counted = accounts.filter(({ hadData, lost }) => lost === undefined && hadData);
  await evictUnseen(
    await caches.open(name),
    counted.map(
      ({ dbName }) =>
        (ids) =>
          seenInStore(device, dbName, ids),
    ),
  );
}

/** Files of these that have a row; undefined while the store is not completely downloaded. */
type SeenIn = (ids: readonly string[]) => Promise<readonly string[] | undefined>;

/** Deletes cached files without a row in any of these stores, and nothing while one of them is not complete. */
export async function evictUnseen(
  cache: Pick<FileCache, 'keys' | 'delete'>,
  stores: readonly SeenIn[],
): Promise<void> {
  const kept = (await cache.keys()).map((request) => ({ request, file: fileOf(request) }));
  const unseen = new Set(kept.map(({ file }) => file));
  for (const seenIn of stores) {
    if (unseen.size === 0) return;
    const seen = await seenIn([...unseen]);
    if (seen === undefined) return;
    for (const file of seen) unseen.delete(file);
  }
  for (const { request, file } of kept) {
    if (unseen.has(file)) await cache.delete(request, { ignoreVary: true });
  }
}

async function seenInStore(
  { stores }: DeviceDb,
  dbName: string,
  ids: readonly string[],
): Promise<readonly string[] | undefined> {
  const db = accountDb(dbName, stores);
  try {
    return await seenIn(db, ids);
  } finally {
    db.dexie.close();
  }
}

export async function seenIn(
  db: AccountDb,
  ids: readonly string[],
): Promise<readonly string[] | undefined> {
  if (!(await isDownloaded(db))) return undefined;
  const found = await rows(db, files).bulkGet([...ids]);
  return ids.filter((_, index) => found[index] !== undefined);
}

function fileOf({ url }: Request): string {
  return FILE.exec(new URL(url).pathname)?.[1] ?? '';
}
