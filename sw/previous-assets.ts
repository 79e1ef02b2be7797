import { cacheNames } from 'workbox-core';

const PREVIOUS = 'cairn-previous-assets';

/**
 * Keeps the scripts and styles of the version before this one. A second tab that still runs it must be able
 * to load its remaining parts after the first tab has agreed to an update, with or without a network.
 */
export function installPreviousAssets(scope: ServiceWorkerGlobalScope): void {
  // Registered before precaching removes what it no longer lists; the copy is made while installing.
  scope.addEventListener('install', (event) => {
    event.waitUntil(keepAssets());
    takeStraightFromCache(event);
  });
  scope.addEventListener('fetch', (event) => {
    const url = new URL(event.request.url);
    if (event.request.method !== 'GET' || url.origin !== scope.location.origin) return;
    if (!url.pathname.startsWith('/assets/')) return;
    event.respondWith(answer(event.request));
  });
}

/** Not in TypeScript's library yet. */
interface RoutingInstallEvent extends ExtendableEvent {
  readonly addRoutes: (rules: readonly object[]) => Promise<void>;
}

/**
 * Where the browser can, it takes the assets from the cache by itself, without asking this script for each one; what is
 * not there comes from the network. A browser that does not take the rule asks this script.
 */
function takeStraightFromCache(event: ExtendableEvent): void {
  if (!hasRoutes(event)) return;
  const condition = { urlPattern: '/assets/*', requestMethod: 'get' };
  event.waitUntil(event.addRoutes([{ condition, source: 'cache' }]).catch(() => undefined));
}

function hasRoutes(event: ExtendableEvent): event is RoutingInstallEvent {
  return 'addRoutes' in event;
}

async function answer(request: Request): Promise<Response> {
  const kept = await caches.match(request.url, { ignoreVary: true });
  return kept ?? fetch(request);
}

/** Copies the assets of the version that is active now; at its first installation there are none. */
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
