import type { Departure, KeptEntry } from '../../sync/client/index.ts';
import { useDeviceLive } from './client.tsx';

export type { Departure, KeptEntry };

/**
 * Accounts whose data has left this device without its person signing out here, until they have put that away. `mine`:
 * of who is signed in; `all`: of everybody, for the page where nobody is.
 */
export function useDepartures(of: 'mine' | 'all'): readonly Departure[] | undefined {
  return useDeviceLive(
    async (device) => {
      const all = await device.departures.toArray();
      const found = all.toSorted((left, right) => right.at - left.at);
      if (of === 'all') return found;
      const session = await device.session.get('current');
      return found.filter(({ userId }) => userId === session?.userId);
    },
    [of],
  );
}
