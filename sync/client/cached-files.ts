import { fileCacheOf } from '../../model/protocol/file-cache.ts';

const WHOLE = /^\/rest\/files\/([0-9a-f-]{36})$/;

/** Ids of the files whose bytes are in the cache of this person; previews do not count. */
export async function cachedFiles(userId: string): Promise<ReadonlySet<string>> {
  const name = fileCacheOf(userId);
  // Only a secure origin has caches.
  if (!('caches' in globalThis) || !(await caches.has(name))) return new Set();
  const cache = await caches.open(name);
  const requests = await cache.keys();
  const ids = requests.flatMap(({ url }) => {
    const { pathname, search } = new URL(url);
    return search === '' ? (WHOLE.exec(pathname)?.[1] ?? []) : [];
  });
  return new Set(ids);
}
