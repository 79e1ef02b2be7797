import type { Departure } from '../store/departure.ts';
import { type DeviceDb, removals } from '../store/device-db.ts';
import { followQuery } from '../store/reactive/live-query.ts';

/** Actions on unsent work of an account whose data has left the device (CLIENT-10). */
export interface Departures {
  /** A readable file with all of it, JSON or with files an archive, which can be imported after the person is admitted again. */
  readonly departureCopy: (departure: Departure) => Promise<Blob>;
  /** Permanent; called only on the person's choice. */
  readonly discardDeparture: (id: string) => Promise<void>;
}

export function departures(device: DeviceDb): Departures {
  return {
    departureCopy: async (departure) => {
      const { copyOfDeparture } = await import('../store/unsent-copy.ts');
      return await copyOfDeparture(departure);
    },
    discardDeparture: (id) => device.departures.delete(id),
  };
}

/**
 * Removes stores as soon as a tab, a worker or an earlier start has recorded a removal; `left` receives the keys of the
 * accounts. `done` is called when no removal is left, so that the server can be notified.
 */
export function followRemovals(
  device: DeviceDb,
  { left, done }: { readonly left: (key: string) => void; readonly done: () => void },
): void {
  let wasRemoving = false;
  // An unreadable device database means that nobody is signed in; the next start tries again.
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
