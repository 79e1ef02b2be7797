/**
 * Files that were looked at stay on the device, within a budget (FILE-3). They are kept under the name of the person who
 * is signed in, asked for only under that name, and go at sign-out. What this device still has to send is elsewhere
 * (`blobParts`) and is never touched here.
 */
const FILE = /^\/rest\/files\/[0-9a-f-]{36}$/;
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
    if (!FILE.test(url.pathname) || request.headers.has('range')) return;
    if (request.headers.has('authorization')) return;
    event.respondWith(answer(event, request));
  });
}

/** Bytes under an address never change: what is here is not asked for again. */
async function answer(event: FetchEvent, request: Request): Promise<Response> {
  const person = await personHere();
  if (person === undefined) return fetch(request);
  const kept = await find(person, request.url);
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (isKeepable(response)) event.waitUntil(keep(person, request.url, response.clone()));
  return response;
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

async function keep(person: string, url: string, response: Response): Promise<void> {
  // Somebody may have signed out while it came.
  if ((await personHere()) !== person) return;
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

/** Who is signed in on this device, by the device's own database (sync/store/device-db.ts); undefined: nobody. */
function personHere(): Promise<string | undefined> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('cairn-device');
    // There is no such database yet, and this is not the place to make it.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = () => resolve(undefined);
    opening.onblocked = () => resolve(undefined);
    opening.onsuccess = () => {
      const database = opening.result;
      database.onversionchange = () => database.close();
      readPerson(database, (person) => {
        database.close();
        resolve(person);
      });
    };
  });
}

function readPerson(database: IDBDatabase, done: (person: string | undefined) => void): void {
  if (!database.objectStoreNames.contains('session')) {
    done(undefined);
    return;
  }
  const asked = database.transaction('session').objectStore('session').get('current');
  asked.onerror = () => done(undefined);
  asked.onsuccess = () => {
    const row: unknown = asked.result;
    const person: unknown =
      typeof row === 'object' && row !== null ? Reflect.get(row, 'userId') : undefined;
    done(typeof person === 'string' ? person : undefined);
  };
}
