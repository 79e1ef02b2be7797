import { createContext, useContext, useEffect, useState } from 'react';
import { parseKeptReceipts, parseReceipts, type Receipt } from '../../model/protocol/receipts.ts';
import { keepReceipts, keptReceipts } from '../../sync/client/index.ts';
import { useAccount, useClient } from './client.tsx';
import type { ReceiptSettings } from './receipt-settings.ts';
import { useOnline } from './online.ts';

export type { Receipt };

/** Time between two requests while a task is open and visible, in milliseconds. */
const PAUSE = 15_000;

/** Receipts of a task, and when the server answered them, in milliseconds by the device's clock. */
interface TaskReceipts {
  readonly task: string;
  readonly list: readonly Receipt[];
  readonly at: number;
}

/**
 * Receipts of a task, read when it is opened, when it has changed, and again while it is visible; undefined before the
 * first response. Without a network those that were read last, also in an earlier session.
 */
export function useReceiptsOf({ id, v }: { readonly id: string; readonly v: number }) {
  const client = useClient();
  const db = useAccount()?.db;
  const isOnline = useOnline();
  const [receipts, setReceipts] = useState<TaskReceipts>();
  useEffect(() => {
    if (db === undefined) return undefined;
    let isClosed = false;
    const show = (found: TaskReceipts) => {
      if (!isClosed)
        setReceipts((shown) =>
          shown?.task === found.task && shown.at >= found.at ? shown : found,
        );
    };
    keptReceipts(db, id).then(
      (kept) => kept && show({ task: id, list: parseKeptReceipts(kept.receipts), at: kept.at }),
      // Of another build, or a database that is closing: the server answers anew.
      () => undefined,
    );
    return () => {
      isClosed = true;
    };
  }, [db, id]);
  useEffect(() => {
    if (!isOnline || db === undefined) return undefined;
    let isClosed = false;
    const read = async () => {
      const call = { method: 'GET', path: 'receipt/list/', query: { task_id: id } } as const;
      const list = await client.own.request(call, parseReceipts);
      if (isClosed) return;
      const at = Date.now();
      setReceipts({ task: id, list, at });
      await keepReceipts(db, id, { at, receipts: list });
    };
    const ask = () => {
      if (document.visibilityState === 'hidden') return;
      // Not at the server yet, or not reachable: the marks show what is known.
      read().catch(() => undefined);
    };
    ask();
    const timer = setInterval(ask, PAUSE);
    document.addEventListener('visibilitychange', ask);
    return () => {
      isClosed = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [client, db, isOnline, id, v]);
  // Those of the task that the panel showed before say nothing about this one.
  return receipts?.task === id ? receipts : undefined;
}

/** Receipts of the open task, and what of them is switched on: read once for all its rows. */
interface OpenReceipts {
  /** Undefined before the first response. */
  readonly receipts: TaskReceipts | undefined;
  /** Undefined while they are read. */
  readonly settings: ReceiptSettings | undefined;
}

const ReceiptsContext = createContext<OpenReceipts>({ receipts: undefined, settings: undefined });
export const ReceiptsProvider = ReceiptsContext.Provider;

export function useReceipts(): OpenReceipts {
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
    if (!isDetail) return v <= one.received ? 'reached' : 'missing';
    const isThere = v > one.received_details_since && v <= one.received_details;
    return isThere ? 'reached' : 'missing';
  };
  const sorted = receipts.toSorted(
    (left, right) => (right.reported_at ?? 0) - (left.reported_at ?? 0),
  );
  const { seen = [], reached = [], missing = [] } = Object.groupBy(sorted, placeOf);
  return { seen, reached, missing };
}
