import { tasks, type Task } from '../../../model/entities/task.ts';
import type { AppOptions } from '../../../server/http/services.ts';
import { openDatabase } from '../../../server/store/open.ts';
import { rows } from '../../../sync/store/database.ts';
import type { RestClient } from '../../support/rest-client.ts';
import { startTeam, type Team } from '../../server/support/team.ts';
import { createDevice, type Device } from './device.ts';

/** A team on a server in memory, and devices of its people, all closed at the end. */
export interface Setup {
  readonly team: Team;
  readonly device: (person?: RestClient, options?: Parameters<typeof createDevice>[2]) => Device;
  readonly end: () => Promise<void>;
}

export async function setUp(limits?: AppOptions['limits']): Promise<Setup> {
  const database = await openDatabase({ memory: true });
  const team = await startTeam(() => Promise.resolve(database), limits);
  const devices: Device[] = [];
  return {
    team,
    device: (person = team.founder, options = {}) => {
      const device = createDevice(() => team.app, person, options);
      devices.push(device);
      return device;
    },
    end: async () => {
      for (const device of devices) device.close();
      await team.setup.close();
      await database.close();
    },
  };
}

export function taskOn(device: Device, id: string): Promise<Task | undefined> {
  return rows(device.db, tasks).get(id);
}

/** A response that means "no connection". */
export const NETWORK = { ok: false, failure: { kind: 'network' } } as const;
