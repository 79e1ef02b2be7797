import { hasFileRow, personHere } from './device-rows.ts';

/**
 * Files that were looked at stay on the device, within a budget (FILE-3). They are kept under the name of the person who
 * is signed in, asked for only under that name, and go at sign-out. What this device still has to send is elsewhere
 * (`blobParts`) and is never touched here.
 */
const FILE = /^\/rest\/files\/([0-9a-f-]{36})$/;
/** sync/client/file-cache.ts removes caches of this name at sign-out. */
const CACHE = 'cairn-files-';
const BUDGET = 200_000_000;
/** A part of what the browser would give the whole app. */
const SHARE = 0.2;
/** What is larger is not kept: one film would push out everything else. */
const LARGEST = 25_000_000;

export function installFileCache(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('fetch', (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== 'GET' || url.origin !== scope.location.origin) return;
    // A part of a film, or a call with a bearer, is between the page and the server.
    const file = FILE.exec(url.pathname)?.[1];
    if (file === undefined || request.headers.has('range')) return;
    if (request.headers.has('authorization')) return;
    event.respondWith(answer(event, request, file));
  });
}

/**
 * Bytes under an address never change: what is here is not asked for again. Of a file whose row this person does not have
 * nothing is served from here or kept; the server says whether they may read it.
 */
async function answer(event: FetchEvent, request: Request, file: string): Promise<Response> {
  const person = await personHere();
  // Nobody, or somebody on a shared computer: nothing of it may stay, in the browser's own cache neither.
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
  // Somebody may have signed out while it came, or lost the right to it.
  if ((await personHere()) !== person || !(await hasFileRow(person, file))) return;
  const cache = await caches.open(`${CACHE}${person}`);
  try {
    await cache.put(url, response);
    await evict(cache, await budget());
  } catch {
    // The device is full: text comes first, half of what is only convenient goes.
    await evict(cache, (await budget()) / 2);
  }
}

/** The first that came go first. */
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
