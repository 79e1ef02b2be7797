/** Name of the service worker's caches of files; sw/file-cache.ts says the same. */
const PREFIX = 'cairn-files-';

/**
 * Files that were only kept for convenience go when their person signs out; what is unsent is not among them. Those of
 * `exceptOf` stay.
 */
export async function forgetCachedFiles(exceptOf?: string): Promise<void> {
  // Only pages of a secure origin have caches, and only they have the service worker that fills them.
  if (!('caches' in globalThis)) return;
  const names = await caches.keys();
  await Promise.all(
    names
      .filter((name) => name.startsWith(PREFIX) && name !== `${PREFIX}${exceptOf}`)
      .map((name) => caches.delete(name)),
  );
}
