import { FILE_CACHES, fileCacheOf } from '../../model/protocol/file-cache.ts';

/** Deletes cached files at sign-out, except those of the person `exceptOf`; unsent files are stored elsewhere. */
export async function forgetCachedFiles(exceptOf?: string): Promise<void> {
  // Only a secure origin has caches and the service worker that fills them.
  if (!('caches' in globalThis)) return;
  const kept = exceptOf === undefined ? undefined : fileCacheOf(exceptOf);
  const names = await caches.keys();
  await Promise.all(
    names
      .filter((name) => name.startsWith(FILE_CACHES) && name !== kept)
      .map((name) => caches.delete(name)),
  );
}
