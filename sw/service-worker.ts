/**
 * The service worker: keeps the shell of the app on the device and answers page loads from it, so that every
 * address of the app opens without a network. It holds no data and never looks at the API: what a person
 * reads and writes lives in IndexedDB, and no answer of the API ever enters Cache Storage.
 */
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { installPush } from './push.ts';
import { NOT_THE_APP } from './addresses.ts';
import { installPreviousAssets } from './previous-assets.ts';
import { installUpdates } from './updates.ts';

declare const self: ServiceWorkerGlobalScope & {
  /** Filled in by the build: every file of the shell with its revision. */
  readonly __WB_MANIFEST: readonly { readonly url: string; readonly revision: string | null }[];
};

installUpdates(self);
installPush(self);
installPreviousAssets(self);
cleanupOutdatedCaches();
precacheAndRoute([...self.__WB_MANIFEST]);
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: NOT_THE_APP }),
);
