/** Name prefix of the service worker's file caches; the same as in sw/file-cache.ts. */
const PREFIX = 'cairn-files-';

/** Deletes cached files at sign-out, except those of the person `exceptOf`; unsent files are stored elsewhere. */
export async function forgetCachedFiles(exceptOf?: string): Promise<void> {
  // Only a secure origin has caches and the service worker that fills them.
  if (!('caches' in globalThis)) return;
  const names = await caches.keys();
  await Promise.all(
    names
      .filter((name) => name.startsWith(PREFIX) && name !== `${PREFIX}${exceptOf}`)
      .map((name) => caches.delete(name)),
  );
}
