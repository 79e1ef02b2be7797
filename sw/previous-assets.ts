import { cacheNames } from 'workbox-core';

const PREVIOUS = 'cairn-previous-assets';

/**
 * Keeps the scripts and styles of the previous version. A second tab that still runs it must be able to load its
 * remaining chunks after the first tab has agreed to an update, with or without a network.
 */
export function installPreviousAssets(scope: ServiceWorkerGlobalScope): void {
  // Registered before precaching removes assets that are no longer listed; the copy is made during the installation.
  scope.addEventListener('install', (event) => {
    event.waitUntil(keepAssets());
  });
  scope.addEventListener('fetch', (event) => {
    const url = new URL(event.request.url);
    if (event.request.method !== 'GET' || url.origin !== scope.location.origin) return;
    if (!url.pathname.startsWith('/assets/')) return;
    event.respondWith(answer(event.request));
  });
}

async function answer(request: Request): Promise<Response> {
  const kept = await caches.match(request.url, { ignoreVary: true });
  return kept ?? fetch(request);
}

/** Copies the assets of the active version; a first installation has none. */
async function keepAssets(): Promise<void> {
  const current = await caches.open(cacheNames.precache);
  const listed = await current.keys();
  const assets = listed.filter((request) => new URL(request.url).pathname.startsWith('/assets/'));
  if (assets.length === 0) return;
  await caches.delete(PREVIOUS);
  const previous = await caches.open(PREVIOUS);
  for (const request of assets) {
    const response = await current.match(request);
    if (response !== undefined) await previous.put(request, response);
  }
}
