/**
 * Service worker: stores the shell of the app on the device and answers page loads from it, so that every address of
 * the app opens offline, and caches viewed files (file-cache.ts). Other API calls bypass it: a person's data is in
 * IndexedDB, and of the API's responses only the bytes of files enter Cache Storage.
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
  /** Inserted by the build: every file of the shell with its revision. */
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
