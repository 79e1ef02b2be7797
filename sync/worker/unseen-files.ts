import { fileCacheOf } from '../../model/protocol/file-cache.ts';
import { files } from '../../model/entities/file.ts';
import { type AccountDb, accountDb, rows } from '../store/database.ts';
import type { AccountRecord, DeviceDb } from '../store/device-db.ts';
import { dropUnseenFiles, followFileRows, isDownloaded } from '../store/file-store.ts';

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
  const cache = await caches.open(name);
  const kept = (await cache.keys()).map((request) => ({ request, file: fileOf(request) }));
  const unseen = new Set(kept.map(({ file }) => file));
  const accounts = await device.accounts.where('userId').equals(userId).toArray();
  for (const { dbName, hadData, lost } of accounts) {
    // Accounts that have lost their access and stores that were never filled have no rows that count.
    if (unseen.size === 0 || lost !== undefined || !hadData) continue;
    const seen = await seenIn(dbName, [...unseen]);
    if (seen === undefined) return;
    for (const file of seen) unseen.delete(file);
  }
  for (const { request, file } of kept) {
    if (unseen.has(file)) await cache.delete(request, { ignoreVary: true });
  }
}

/** Files that have a row in the store; undefined while the store is not completely downloaded. */
async function seenIn(
  dbName: string,
  ids: readonly string[],
): Promise<readonly string[] | undefined> {
  const db = accountDb(dbName);
  try {
    if (!(await isDownloaded(db))) return undefined;
    const found = await rows(db, files).bulkGet([...ids]);
    return ids.filter((_, index) => found[index] !== undefined);
  } finally {
    db.dexie.close();
  }
}

function fileOf({ url }: Request): string {
  return FILE.exec(new URL(url).pathname)?.[1] ?? '';
}
