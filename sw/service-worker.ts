/**
 * The service worker: keeps the shell of the app on the device and answers page loads from it, so that every
 * address of the app opens without a network, and keeps the files that were looked at (file-cache.ts). Otherwise it
 * never looks at the API: what a person reads and writes lives in IndexedDB, and no answer of the API but a file's
 * bytes ever enters Cache Storage.
 */
import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { installDeviceKey } from './device-key.ts';
import { installPush } from './push.ts';
import { NOT_THE_APP } from './addresses.ts';
import { installFileCache } from './file-cache.ts';
import { keepable } from './keepable.ts';
import { installPreviousAssets } from './previous-assets.ts';
import { installStaticRoutes } from './static-routes.ts';
import { installUpdates } from './updates.ts';

declare const self: ServiceWorkerGlobalScope & {
  /** Filled in by the build: every file of the shell with its revision. */
  readonly __WB_MANIFEST: readonly { readonly url: string; readonly revision: string | null }[];
};

installUpdates(self);
installDeviceKey(self);
installPush(self);
installPreviousAssets(self);
installStaticRoutes(self);
installFileCache(self);
cleanupOutdatedCaches();
addPlugins([{ cacheWillUpdate: ({ response }) => Promise.resolve(keepable(response)) }]);
precacheAndRoute([...self.__WB_MANIFEST]);
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: NOT_THE_APP }),
);
