/** Prefix of the names of a browser's caches with the bytes of files (FILE-3): the service worker serves them. */
export const FILE_CACHES = 'cairn-files-';

/** Name of the cache of a person; it is read only while this person is signed in (FILE-3.2). */
export function fileCacheOf(userId: string): string {
  return `${FILE_CACHES}${userId}`;
}
