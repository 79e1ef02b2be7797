/** Messages of a page to the service worker: the person agrees to the new version; the page has no controller. */
type UpdateMessage = 'activate-update' | 'claim';

/**
 * A new version waits until the person agrees: it never skips waiting by itself. Only the first installation claims the
 * open pages at once, so that the first visit already works offline.
 */
export function installUpdates(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('message', (event) => {
    if (isMessage(event.data, 'activate-update')) event.waitUntil(scope.skipWaiting());
    if (isMessage(event.data, 'claim')) event.waitUntil(scope.clients.claim());
  });
  scope.addEventListener('activate', (event) => {
    event.waitUntil(scope.clients.claim());
  });
}

function isMessage(data: unknown, what: UpdateMessage): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === what;
}
