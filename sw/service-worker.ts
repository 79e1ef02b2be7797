/**
 * Service worker: stores the shell of the app on the device and answers page loads from it, so that every address of
 * the app opens offline, and caches viewed files (file-cache.ts). Other API calls bypass it: a person's data is in
 * IndexedDB, and of the API's responses only the bytes of files enter Cache Storage.
 */
import { cacheNames } from 'workbox-core';
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { installDeviceKey } from './device-key.ts';
import { installPush } from './push.ts';
import { NOT_THE_APP } from './addresses.ts';
import { installFileCache } from './file-cache.ts';
import { keepable } from './keepable.ts';
import { installPreviousAssets } from './previous-assets.ts';
import { storeFromPack } from './shell-pack.ts';
import { installStaticRoutes } from './static-routes.ts';
import { installUpdates } from './updates.ts';

declare const self: ServiceWorkerGlobalScope & {
  /** Inserted by the build: every file of the shell with its revision. */
  readonly __WB_MANIFEST: readonly { readonly url: string; readonly revision: string | null }[];
};

/** Address of the pack; inserted by the build. */
const PACK = '__SHELL_PACK__';

installUpdates(self);
installDeviceKey(self);
installPush(self);
installPreviousAssets(self);
installStaticRoutes(self);
installFileCache(self);
cleanupOutdatedCaches();
const shell = new PrecacheController({
  plugins: [{ cacheWillUpdate: ({ response }) => Promise.resolve(keepable(response)) }],
});
shell.addToCacheList([...self.__WB_MANIFEST]);
self.addEventListener('install', (event) => {
  event.waitUntil(installShell(event));
});
self.addEventListener('activate', (event) => {
  event.waitUntil(shell.activate(event));
});
registerRoute(new PrecacheRoute(shell));
registerRoute(
  new NavigationRoute(shell.createHandlerBoundToURL('/index.html'), { denylist: NOT_THE_APP }),
);

/** Stores every file of the shell; fails when one is missing, and the browser tries again later. */
async function installShell(event: ExtendableEvent): Promise<void> {
  const pack = storeFromPack({
    url: PACK,
    wanted: shell.getCachedURLs().filter((url) => new URL(url).pathname.startsWith('/assets/')),
    cache: await caches.open(cacheNames.precache),
    fetch: async (url) => await fetch(url),
    base: self.location.href,
  });
  await pack.catch(() => undefined);
  // Only what the cache does not have yet is downloaded.
  await shell.install(event);
}
