interface InstallEvent {
  readonly waitUntil: (work: Promise<unknown>) => void;
}

/** Missing in TypeScript's library so far. */
interface RoutingInstallEvent extends InstallEvent {
  readonly addRoutes: (rules: readonly object[]) => Promise<void>;
}

interface InstallScope {
  readonly addEventListener: (type: 'install', listener: (event: InstallEvent) => void) => void;
}

/** Assets that are not in the cache come from the network. */
const FROM_CACHE = {
  condition: { urlPattern: '/assets/*', requestMethod: 'get' },
  source: 'cache',
};

/** This script only caches the bytes of files (file-cache.ts); the first matching rule applies. */
const FILES = { condition: { urlPattern: '/rest/files/*' }, source: 'fetch-event' };
const API = { condition: { urlPattern: '/rest/*' }, source: 'network' };

/**
 * Registers static routes: the browser then reads assets from the cache and sends other requests to the server itself,
 * without starting this script first, which delayed changes on their way to other people. A browser without static
 * routes starts this script.
 */
export function installStaticRoutes(scope: InstallScope): void {
  scope.addEventListener('install', (event) => {
    if (!hasRoutes(event)) return;
    const routes = event
      .addRoutes([FROM_CACHE, FILES, API])
      .catch(() => event.addRoutes([FROM_CACHE]))
      .catch(() => undefined);
    event.waitUntil(routes);
  });
}

function hasRoutes(event: InstallEvent): event is RoutingInstallEvent {
  return 'addRoutes' in event;
}
