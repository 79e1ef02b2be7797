import { files } from '../../model/entities/file.ts';
import { type AccountDb, accountDb, rows } from '../store/database.ts';
import type { AccountRecord, DeviceDb } from '../store/device-db.ts';
import { dropUnseenFiles, followFileRows, isDownloaded } from '../store/file-store.ts';

/** Name of the service worker's caches of files; sw/file-cache.ts says the same. */
const CACHE = 'cairn-files-';
/** Address of a file, with or without the size of a preview behind it. */
const FILE = /\/rest\/files\/([0-9a-f-]{36})$/;

/**
 * FILE-3: bytes of files whose row is gone leave the device with it: they were deleted, or the person may not read them any
 * more. Looked after at the start, when the right may have been lost while nothing ran here, and whenever rows of files come
 * or go. Gives the way to stop.
 */
export function followUnseenFiles(
  db: AccountDb,
  device: DeviceDb,
  record: AccountRecord,
): () => void {
  return followFileRows(db, () => {
    // What cannot be done now is done at the next change or start; nothing of it is served meanwhile (sw/file-cache.ts).
    dropUnseenFiles(db).catch(() => undefined);
    evictUnseenFiles(device, record.userId).catch(() => undefined);
  });
}

/** Takes out of the person's cache what belongs to no row in any of their organisations; previews are among it. */
async function evictUnseenFiles(device: DeviceDb, userId: string): Promise<void> {
  if (!('caches' in globalThis)) return;
  const name = `${CACHE}${userId}`;
  if (!(await caches.has(name))) return;
  const cache = await caches.open(name);
  const kept = (await cache.keys()).map((request) => ({ request, file: fileOf(request) }));
  const unseen = new Set(kept.map(({ file }) => file));
  const accounts = await device.accounts.where('userId').equals(userId).toArray();
  for (const { dbName, hadData, lost } of accounts) {
    // What has ended the person's access counts for nothing, and what was never filled has nothing.
    if (unseen.size === 0 || lost !== undefined || !hadData) continue;
    const seen = await seenIn(dbName, [...unseen]);
    if (seen === undefined) return;
    for (const file of seen) unseen.delete(file);
  }
  for (const { request, file } of kept) {
    if (unseen.has(file)) await cache.delete(request, { ignoreVary: true });
  }
}

/** Those of the files that have a row there; undefined while nobody can say. */
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
