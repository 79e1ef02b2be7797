import { type Departure, type KeptEntry, withMessages } from '../../sync/client/index.ts';
import { useDeviceLive } from './client.tsx';

export type { Departure, KeptEntry };

/**
 * Accounts whose data was removed from this device without a sign-out here, until the person dismisses the
 * notice. `mine`: of the signed-in person; `all`: of everybody, for pages without a signed-in person.
 */
export function useDepartures(of: 'mine' | 'all'): readonly Departure[] | undefined {
  return useDeviceLive(
    async (device) => {
      const all = await device.departures.toArray();
      const found = all.toSorted((left, right) => right.at - left.at).map(withMessages);
      if (of === 'all') return found;
      const session = await device.session.get('current');
      return found.filter(({ userId }) => userId === session?.userId);
    },
    [of],
  );
}
