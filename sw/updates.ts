/** What a page may say to the service worker: its person agrees to the new version; nobody serves the page. */
type UpdateMessage = 'activate-update' | 'claim';

/**
 * A new version waits until a person agrees: nothing skips waiting by itself. Only the very first
 * installation takes the open pages over at once, so that the first visit already works without a network.
 */
export function installUpdates(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('message', (event) => {
    if (says(event.data, 'activate-update')) event.waitUntil(scope.skipWaiting());
    if (says(event.data, 'claim')) event.waitUntil(scope.clients.claim());
  });
  scope.addEventListener('activate', (event) => {
    event.waitUntil(scope.clients.claim());
  });
}

function says(data: unknown, what: UpdateMessage): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === what;
}
