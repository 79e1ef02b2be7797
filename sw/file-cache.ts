import { RangeRequestsPlugin } from 'workbox-range-requests';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { fileCacheOf } from '../model/protocol/file-cache.ts';
import { overBudget, packBudget, RANK_HEADER } from '../model/packing.ts';
import { chosenBudget, hasFileRow, personHere } from './device-rows.ts';

/**
 * Serves the bytes of files from the cache that sync/worker/packing.ts fills, and adds viewed files to it, within the
 * budget (FILE-3, FILE-4). Workbox routes, serves and answers ranges; who may read and what leaves is decided here
 * (decision 0067). Unsent files are stored elsewhere (`blobParts`) and are not affected.
 */
const FILE = /^\/rest\/files\/([0-9a-f-]{36})$/;
/** Larger files are not cached because they were viewed, in bytes: one video would evict everything else. */
const LARGEST = 25_000_000;

export function installFileCache(scope: ServiceWorkerGlobalScope): void {
  registerRoute(
    ({ url, request }) =>
      url.origin === scope.location.origin &&
      FILE.test(url.pathname) &&
      // A call with a bearer token, e.g. of the download of files, goes to the server directly.
      !request.headers.has('authorization'),
    ({ event, request, url }) => answer(event, request, FILE.exec(url.pathname)?.[1] ?? ''),
  );
}

/**
 * Bytes under an address never change: a cached file is not requested again. A file without a row for this person is
 * neither served from the cache nor stored; the server decides whether they may read it.
 */
async function answer(event: ExtendableEvent, request: Request, file: string): Promise<Response> {
  const person = await personHere();
  // Without a person, or where everything is encrypted, nothing may be stored, not even in the browser's own cache.
  if (person === undefined) return fetch(request, { cache: 'no-store' });
  if (!(await hasFileRow(person, file))) return fetch(request);
  const cacheName = fileCacheOf(person);
  // A part of a film: from the cached whole, or else from the server, which is not asked for all of it.
  if (request.headers.has('range') && !(await isCached(cacheName, request.url))) {
    return fetch(request);
  }
  const strategy = new CacheFirst({
    cacheName,
    matchOptions: { ignoreVary: true },
    plugins: [
      new RangeRequestsPlugin(),
      {
        // The person may have signed out during the download, or lost the right to the file.
        cacheWillUpdate: async ({ response }) =>
          isKeepable(response) &&
          (await personHere()) === person &&
          (await hasFileRow(person, file))
            ? response
            : null,
        cacheDidUpdate: async () => evict(cacheName, await budgetOf(person)),
      },
    ],
  });
  const [response, done] = strategy.handleAll({ event, request });
  // The device is full: half of the cache is deleted in favour of text.
  const settled = done.catch(async () => evict(cacheName, (await budgetOf(person)) / 2));
  event.waitUntil(settled);
  return response;
}

async function isCached(cacheName: string, url: string): Promise<boolean> {
  if (!(await caches.has(cacheName))) return false;
  const cache = await caches.open(cacheName);
  return (await cache.match(url, { ignoreVary: true })) !== undefined;
}

function isKeepable(response: Response): boolean {
  return response.status === 200 && response.type === 'basic' && sizeOf(response) <= LARGEST;
}

/** Deletes the least useful bytes until the rest has room. */
async function evict(cacheName: string, room: number): Promise<void> {
  if (!(await caches.has(cacheName))) return;
  const cache = await caches.open(cacheName);
  const entries = [];
  for (const request of await cache.keys()) {
    const response = await cache.match(request, { ignoreVary: true });
    if (response === undefined) continue;
    entries.push({ request, size: sizeOf(response), rank: response.headers.get(RANK_HEADER) });
  }
  for (const { request } of overBudget(entries, room)) {
    await cache.delete(request, { ignoreVary: true });
  }
}

function sizeOf(response: Response): number {
  return Number(response.headers.get('content-length') ?? LARGEST);
}

async function budgetOf(person: string): Promise<number> {
  const { quota } = await navigator.storage.estimate();
  return packBudget(quota, await chosenBudget(person));
}
