interface InstallEvent {
  readonly waitUntil: (work: Promise<unknown>) => void;
}

/** Not in TypeScript's library yet. */
interface RoutingInstallEvent extends InstallEvent {
  readonly addRoutes: (rules: readonly object[]) => Promise<void>;
}

interface InstallScope {
  readonly addEventListener: (type: 'install', listener: (event: InstallEvent) => void) => void;
}

/** What is not in the cache comes from the network. */
const FROM_CACHE = {
  condition: { urlPattern: '/assets/*', requestMethod: 'get' },
  source: 'cache',
};

/** Only the bytes of files are kept by this script (file-cache.ts); the first rule that fits counts. */
const FILES = { condition: { urlPattern: '/rest/files/*' }, source: 'fetch-event' };
const API = { condition: { urlPattern: '/rest/*' }, source: 'network' };

/**
 * Where the browser can, it takes the assets from the cache and asks the server for everything else by itself, instead
 * of waking this script first, which then leaves it to the browser: a change on its way to others waited for that. A
 * browser that does not take the rules asks this script.
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
