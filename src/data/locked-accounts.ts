import {
  type AccountRecord,
  listLockedAccounts,
  lostOnSharedComputer,
  lostOnSharedComputerShown,
} from '../../sync/client/index.ts';
import { useEffect, useState } from 'react';
import { useDeviceLive } from './client.tsx';

/** Accounts with unsent work on this device that cannot be sent now; the sign-in page lists them. */
export function useLockedAccounts(): readonly AccountRecord[] | undefined {
  return useDeviceLive(listLockedAccounts, []);
}

/** Number of changes lost when the browser of a shared computer was closed; undefined when none. */
export function useLostOnSharedComputer(): number | undefined {
  const [lost] = useState(lostOnSharedComputer);
  useEffect(() => {
    if (lost !== undefined) lostOnSharedComputerShown();
  }, [lost]);
  return lost;
}
