import { createContext, useContext, useEffect, useState } from 'react';
import { parseReceipts, type Receipt } from '../../model/protocol/receipts.ts';
import { useClient } from './client.tsx';
import { useOnline } from './online.ts';

export type { Receipt };

/** Time between two requests while a task is open and visible, in milliseconds. */
const PAUSE = 15_000;

/**
 * Receipts of a task from the server, read when it is opened, when it has changed, and again while it is visible;
 * undefined before the first response. Without a network those that were read last stay.
 */
export function useReceiptsOf({ id, v }: { readonly id: string; readonly v: number }) {
  const client = useClient();
  const isOnline = useOnline();
  const [receipts, setReceipts] = useState<readonly Receipt[]>();
  useEffect(() => {
    if (!isOnline) return undefined;
    let isClosed = false;
    const ask = () => {
      if (document.visibilityState === 'hidden') return;
      const call = { method: 'GET', path: 'receipt/list/', query: { task_id: id } } as const;
      client.own.request(call, parseReceipts).then(
        (found) => {
          if (!isClosed) setReceipts(found);
        },
        // Not at the server yet, or not reachable: the marks show what is known.
        () => undefined,
      );
    };
    ask();
    const timer = setInterval(ask, PAUSE);
    document.addEventListener('visibilitychange', ask);
    return () => {
      isClosed = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [client, isOnline, id, v]);
  return receipts;
}

const ReceiptsContext = createContext<readonly Receipt[] | undefined>(undefined);
export const ReceiptsProvider = ReceiptsContext.Provider;

/** Receipts of the open task; undefined before the first response. */
export function useReceipts(): readonly Receipt[] | undefined {
  return useContext(ReceiptsContext);
}

/** Other readers of a row by how far it has come to each of them (RECEIPT-2), the last report of a device first. */
export interface ReceiptsOfRow {
  readonly seen: readonly Receipt[];
  /** On a device, and not known to be seen. */
  readonly reached: readonly Receipt[];
  /** On no device that has reported. */
  readonly missing: readonly Receipt[];
}

export function receiptsOfRow(
  receipts: readonly Receipt[],
  { v, isDetail }: { readonly v: number; readonly isDetail: boolean },
): ReceiptsOfRow {
  const placeOf = (one: Receipt): keyof ReceiptsOfRow => {
    if (v <= one.seen) return 'seen';
    return v <= (isDetail ? one.received_details : one.received) ? 'reached' : 'missing';
  };
  const sorted = receipts.toSorted(
    (left, right) => (right.reported_at ?? 0) - (left.reported_at ?? 0),
  );
  const { seen = [], reached = [], missing = [] } = Object.groupBy(sorted, placeOf);
  return { seen, reached, missing };
}
