import type { Departure } from '../store/departure.ts';
import { type DeviceDb, removals } from '../store/device-db.ts';
import { followQuery } from '../store/reactive/live-query.ts';

/** What can be done about unsent work of an account whose data has left the device (CLIENT-10). */
export interface Departures {
  /** All of it as a file: JSON that a person can read, and that can be brought back where they are let in again. */
  readonly departureCopy: (departure: Departure) => Promise<Blob>;
  /** For good. Only ever done because the person chose it. */
  readonly discardDeparture: (id: string) => Promise<void>;
}

export function departures(device: DeviceDb): Departures {
  return {
    departureCopy: async (departure) => {
      const { copyOfDeparture } = await import('../store/unsent-copy.ts');
      return copyOfDeparture(departure);
    },
    discardDeparture: (id) => device.departures.delete(id),
  };
}

/**
 * Begins to remove as soon as any tab, worker or former start has noted that something has to go: `left` is told which
 * accounts. `done` is called when nothing is left to remove, for the server to hear of it.
 */
export function followRemovals(
  device: DeviceDb,
  { left, done }: { readonly left: (key: string) => void; readonly done: () => void },
): void {
  let wasRemoving = false;
  // When the device's database cannot be read nobody is signed in, and the next start tries again.
  followQuery(
    () => removals(device),
    (stores) => {
      if (stores.length > 0) {
        wasRemoving = true;
        for (const { account } of stores) left(account.key);
        void remove(device);
      } else if (wasRemoving) {
        wasRemoving = false;
        done();
      }
    },
  );
}

async function remove(device: DeviceDb): Promise<void> {
  const { finishRemovals } = await import('./forget-accounts.ts');
  await finishRemovals(device);
}
