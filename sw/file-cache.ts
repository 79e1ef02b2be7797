import { hasFileRow, personHere } from './device-rows.ts';

/**
 * Cache of viewed files, within a budget (FILE-3). Files are cached under the person who is signed in, read only for
 * that person, and deleted at sign-out. Unsent files are stored elsewhere (`blobParts`) and are not affected.
 */
const FILE = /^\/rest\/files\/([0-9a-f-]{36})$/;
/** sync/client/file-cache.ts deletes caches of this name at sign-out. */
const CACHE = 'cairn-files-';
const BUDGET = 200_000_000;
/** Share of the storage that the browser grants to the whole app. */
const SHARE = 0.2;
/** Larger files are not cached, in bytes: one video would evict everything else. */
const LARGEST = 25_000_000;

export function installFileCache(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('fetch', (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== 'GET' || url.origin !== scope.location.origin) return;
    // A range request, or a call with a bearer token, goes to the server directly.
    const file = FILE.exec(url.pathname)?.[1];
    if (file === undefined || request.headers.has('range')) return;
    if (request.headers.has('authorization')) return;
    event.respondWith(answer(event, request, file));
  });
}

/**
 * Bytes under an address never change: a cached file is not requested again. A file without a row for this person is
 * neither served from the cache nor stored; the server decides whether they may read it.
 */
async function answer(event: FetchEvent, request: Request, file: string): Promise<Response> {
  const person = await personHere();
  // Without a person, or on a shared computer, nothing may be stored, not even in the browser's own cache.
  if (person === undefined) return fetch(request, { cache: 'no-store' });
  if (!(await hasFileRow(person, file))) return fetch(request);
  const kept = await find(person, request.url);
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (isKeepable(response)) {
    event.waitUntil(keep({ person, file, url: request.url }, response.clone()));
  }
  return response;
}

interface Kept {
  readonly person: string;
  /** Id of the file. */
  readonly file: string;
  readonly url: string;
}

async function find(person: string, url: string): Promise<Response | undefined> {
  const name = `${CACHE}${person}`;
  if (!(await caches.has(name))) return undefined;
  const cache = await caches.open(name);
  return cache.match(url, { ignoreVary: true });
}

function isKeepable(response: Response): boolean {
  return response.status === 200 && response.type === 'basic' && sizeOf(response) <= LARGEST;
}

async function keep({ person, file, url }: Kept, response: Response): Promise<void> {
  // The person may have signed out during the download, or lost the right to the file.
  if ((await personHere()) !== person || !(await hasFileRow(person, file))) return;
  const cache = await caches.open(`${CACHE}${person}`);
  try {
    await cache.put(url, response);
    await evict(cache, await budget());
  } catch {
    // The device is full: half of the cache is deleted in favour of text.
    await evict(cache, (await budget()) / 2);
  }
}

/** Evicts the oldest entries first. */
async function evict(cache: Cache, room: number): Promise<void> {
  const sized: { readonly request: Request; readonly size: number }[] = [];
  for (const request of await cache.keys()) {
    const response = await cache.match(request, { ignoreVary: true });
    if (response !== undefined) sized.push({ request, size: sizeOf(response) });
  }
  let total = sized.reduce((sum, { size }) => sum + size, 0);
  for (const { request, size } of sized) {
    if (total <= room) return;
    await cache.delete(request, { ignoreVary: true });
    total -= size;
  }
}

function sizeOf(response: Response): number {
  return Number(response.headers.get('content-length') ?? LARGEST);
}

async function budget(): Promise<number> {
  const { quota } = await navigator.storage.estimate();
  return quota === undefined ? BUDGET : Math.min(BUDGET, quota * SHARE);
}
