/**
 * Fixtures of one scenario: the built product as a person starts it (one server for all scenarios
 * of a worker), a network that can fail in front of each device, and an organisation that no other
 * scenario uses.
 */
import { expect, test as base } from '@playwright/test';
import { type ServerProcess, startServer } from '../../support/start-server.ts';
import { createDevicePool, type Device, type DeviceOptions, type DevicePool } from './devices.ts';
import { foundOrganization, type Organization } from './organization.ts';
import { screensOf } from './screens.ts';

interface ScenarioFixtures {
  /**
   * A device without a signed-in person and without data. The app may already be installed on it,
   * unless the scenario sets `firstVisit`.
   */
  readonly newDevice: (options?: DeviceOptions) => Promise<Device>;
  /** A fresh organisation whose founder is "Ada Field". */
  readonly organization: Organization;
}

interface WorkerFixtures {
  readonly server: ServerProcess;
  readonly devices: DevicePool;
}

export const test = base.extend<ScenarioFixtures, WorkerFixtures>({
  server: [
    async ({ browserName: _any }, provide) => {
      const server = await startServer();
      await provide(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  devices: [
    async ({ browser: _closesAfter, server }, provide) => {
      const devices = createDevicePool(server.port);
      await provide(devices);
      await devices.close();
    },
    { scope: 'worker' },
  ],
  newDevice: async ({ browser, devices }, provide, testInfo) => {
    const opened: Device[] = [];
    const errors: string[] = [];
    const releases: (() => Promise<void>)[] = [];
    await provide(async (options) => {
      const { device, release } = await devices.open(browser, options);
      releases.push(release);
      opened.push(device);
      device.followErrors((error) => errors.push(error));
      return device;
    });
    if (testInfo.status !== testInfo.expectedStatus) {
      for (const { context } of opened) {
        await testInfo.attach('screen', { body: await screensOf(context) });
      }
      if (errors.length > 0) await testInfo.attach('screen', { body: errors.join(' AND ') });
    }
    for (const release of releases) await release();
  },
  organization: async ({ server }, provide) => {
    await provide(await foundOrganization(server, 'Ada Field'));
  },
});

export { expect };
