/**
 * The world of one story: the built product as a person starts it (one server for all stories of a worker), a network
 * that can fail before each device, and an organisation that nobody else uses.
 */
import {
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  test as base,
  type Page,
} from '@playwright/test';
import { type FaultProxy, startFaultProxy } from '../../support/fault-proxy.ts';
import { type ServerProcess, startServer } from '../../support/start-server.ts';
import { foundOrganization, type Organization } from './organization.ts';

/** A browser profile with a network of its own. */
export interface Device {
  readonly context: BrowserContext;
  readonly network: FaultProxy;
  /** The first tab; nothing is loaded yet. */
  readonly page: Page;
  /** Another tab of the same profile. */
  readonly newTab: () => Promise<Page>;
}

interface StoryFixtures {
  /** A device without anybody signed in. */
  readonly newDevice: (options?: BrowserContextOptions) => Promise<Device>;
  /** A fresh organisation whose founder is "Ada Field". */
  readonly organization: Organization;
}

interface WorkerFixtures {
  readonly server: ServerProcess;
}

export const test = base.extend<StoryFixtures, WorkerFixtures>({
  server: [
    async ({ browserName: _any }, provide) => {
      const server = await startServer();
      await provide(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  newDevice: async ({ browser, server }, provide) => {
    const opened: { readonly context: BrowserContext; readonly network: FaultProxy }[] = [];
    await provide(async (options = {}) => {
      const network = await startFaultProxy({ port: server.port });
      const context = await browser.newContext({ baseURL: network.url, ...options });
      opened.push({ context, network });
      return { context, network, page: await context.newPage(), newTab: () => context.newPage() };
    });
    for (const { context, network } of opened) {
      network.heal();
      await context.close();
      await network.close();
    }
  },
  organization: async ({ server }, provide) => {
    await provide(await foundOrganization(server, 'Ada Field'));
  },
});

export { expect };
