/**
 * Devices of scenarios. Installing the app (the service worker and all files it caches) costs more
 * than most scenarios, so a browser profile with the installed app is kept for the worker's next
 * scenarios. Between two of them it is emptied: it is then a device on which the app was opened
 * before and nobody has ever signed in.
 */
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Page,
  WebError,
} from '@playwright/test';
import { type FaultProxy, startFaultProxy } from '../../support/fault-proxy.ts';

/** A browser profile with a network of its own. */
export interface Device {
  /**
   * Direct access may change the context permanently (permissions, scripts, cookies), so such a
   * profile is not reused.
   */
  readonly context: BrowserContext;
  readonly network: FaultProxy;
  /** The first tab; nothing is loaded yet. */
  readonly page: Page;
  /** Another tab of the same profile. */
  readonly newTab: () => Promise<Page>;
  /** Calls `notify` for each error that no code of a page handled, until the scenario ends. */
  readonly followErrors: (notify: (error: string) => void) => void;
}

/** With any option the profile is new and is closed after the scenario. */
export interface DeviceOptions extends BrowserContextOptions {
  /** For scenarios about the installation itself: a profile that has never seen the app. */
  readonly firstVisit?: boolean;
}

/** A device in use by one scenario. */
interface OpenDevice {
  readonly device: Device;
  /** Ends the scenario's use of it. */
  readonly release: () => Promise<void>;
}

export interface DevicePool {
  readonly open: (browser: Browser, options?: DeviceOptions) => Promise<OpenDevice>;
  readonly close: () => Promise<void>;
}

interface Profile {
  readonly context: BrowserContext;
  readonly network: FaultProxy;
}

/** Devices of one worker, all talking to the server on `port`. */
export function createDevicePool(port: number): DevicePool {
  const idle: Profile[] = [];
  return {
    open: async (browser, options) => {
      const kept = options === undefined ? idle.pop() : undefined;
      const profile = kept ?? (await createProfile(browser, port, options));
      const { context, network } = profile;
      const page = await context.newPage();
      if (kept !== undefined) await emptyProfile(kept, page);
      let reusable = options === undefined;
      let follower: ((error: WebError) => void) | undefined;
      return {
        device: {
          get context() {
            reusable = false;
            return context;
          },
          network,
          page,
          newTab: () => context.newPage(),
          followErrors: (notify) => {
            follower = (error) => notify(`error: ${error.error().message}`);
            context.on('weberror', follower);
          },
        },
        release: async () => {
          if (follower !== undefined) context.off('weberror', follower);
          if (!reusable) return closeProfile(profile);
          await Promise.all(context.pages().map((tab) => tab.close()));
          network.reset();
          idle.push(profile);
        },
      };
    },
    close: async () => {
      for (const profile of idle.splice(0)) await closeProfile(profile);
    },
  };
}

async function createProfile(
  browser: Browser,
  port: number,
  options: DeviceOptions = {},
): Promise<Profile> {
  const { firstVisit: _, ...contextOptions } = options;
  const network = await startFaultProxy({ port });
  const context = await browser.newContext({ baseURL: network.url, ...contextOptions });
  return { context, network };
}

async function closeProfile({ context, network }: Profile): Promise<void> {
  network.heal();
  await context.close();
  await network.close();
}

/** Removes all data of scenarios except the installed app; `page` is a blank tab of the profile. */
async function emptyProfile({ context, network }: Profile, page: Page): Promise<void> {
  const { url: origin } = network;
  // A page of the origin outside the app, which has access to its storage.
  await page.goto(`${origin}/healthz`);
  const session = await context.newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  const storageTypes = 'cookies,file_systems,indexeddb,local_storage,storage_buckets';
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes });
  await session.detach();
  // The app's own files stay; other caches contain viewed files.
  await page.evaluate(async () => {
    const names = await caches.keys();
    const others = names.filter((name) => !name.startsWith('workbox-precache'));
    await Promise.all(others.map((name) => caches.delete(name)));
  });
}
