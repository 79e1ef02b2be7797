import { useEffect } from 'react';
import { useAccount, useClient } from './client.tsx';

/** Delay after the first screen, in milliseconds. */
const DELAY = 2000;

/** Reports how far this device has come (RECEIPT-1), from a chunk that loads after the first screen. */
export function useReceivedReport(): void {
  const client = useClient();
  const account = useAccount();
  useEffect(() => {
    if (account === undefined) return undefined;
    let isMounted = true;
    let stop: (() => void) | undefined;
    const start = async () => {
      const { reportReceived } = await import('./received-report.ts');
      if (isMounted) stop = reportReceived(client, account);
    };
    const timer = setTimeout(() => void start().catch(() => undefined), DELAY);
    return () => {
      isMounted = false;
      clearTimeout(timer);
      stop?.();
    };
  }, [client, account]);
}
