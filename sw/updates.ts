/** What a page may say to the service worker. */
interface ActivateUpdate {
  readonly type: 'activate-update';
}

/**
 * A new version waits until a person agrees: nothing skips waiting by itself. Only the very first
 * installation takes the open pages over at once, so that the first visit already works without a network.
 */
export function installUpdates(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('message', (event) => {
    if (isActivateUpdate(event.data)) event.waitUntil(scope.skipWaiting());
  });
  scope.addEventListener('activate', (event) => {
    event.waitUntil(scope.clients.claim());
  });
}

function isActivateUpdate(data: unknown): data is ActivateUpdate {
  return (
    typeof data === 'object' && data !== null && 'type' in data && data.type === 'activate-update'
  );
}
