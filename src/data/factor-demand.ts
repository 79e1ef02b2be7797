import { useEffect, useState } from 'react';
import { useAccount, useDeviceLive } from './client.tsx';

/** What the open organisation demands of a person without a second factor. */
export interface FactorDemand {
  /** From then on the server refuses the person, milliseconds. */
  readonly due: number;
  readonly isDue: boolean;
}

/** Undefined: nothing is demanded of the person, or they have a second factor. */
export function useFactorDemand(): FactorDemand | undefined {
  const account = useAccount();
  const key = account?.key;
  // Counted up when the time comes, which reads the account again.
  const [passed, setPassed] = useState(0);
  const demand = useDeviceLive(
    async (device) => {
      const due = key === undefined ? undefined : (await device.accounts.get(key))?.factorDueAt;
      return due === undefined ? undefined : { due, left: due - Date.now() };
    },
    [key, passed],
  );
  useEffect(() => {
    if (demand === undefined || demand.left <= 0) return undefined;
    const again = () => setPassed((count) => count + 1);
    const timer = setTimeout(again, Math.min(demand.left, LONGEST_TIMER));
    return () => clearTimeout(timer);
  }, [demand]);
  return demand && { due: demand.due, isDue: demand.left <= 0 };
}

/** Browsers count the milliseconds of a timer in 31 bits. */
const LONGEST_TIMER = 2 ** 31 - 1;
