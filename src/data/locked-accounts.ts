import {
  type AccountRecord,
  listLockedAccounts,
  lostOnSharedComputer,
} from '../../sync/client/index.ts';
import { useState } from 'react';
import { useDeviceLive } from './client.tsx';

/** Accounts with unsent work on this device that cannot be sent now, to say so at sign-in. */
export function useLockedAccounts(): readonly AccountRecord[] | undefined {
  return useDeviceLive(listLockedAccounts, []);
}

/** How many changes were lost when the browser of a shared computer was closed; undefined when there is nothing to say. */
export function useLostOnSharedComputer(): number | undefined {
  const [lost] = useState(lostOnSharedComputer);
  return lost;
}
