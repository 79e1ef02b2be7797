import { useMemo } from 'react';
import type { Comparison, NotCompared, Repair } from '../../sync/client/index.ts';
import { useLive } from './client.tsx';
import { useIsReachable } from './sync-status.ts';

export type { NotCompared };

/** What this device knows of its comparisons with the server (PULL-9), for the screens. */
export interface Compared {
  /** Number of rows that were identical when they were last compared. */
  readonly items: number;
  /** End of the last comparison after which everything was identical, milliseconds; undefined before the first one. */
  readonly identicalAt: number | undefined;
  /** Why something was not compared the last time, or still differs; each reason once. */
  readonly reasons: readonly NotCompared[];
  /** Number of projects of which only the outline was compared; without those with the details of hot tasks. */
  readonly outlines: number;
  /** Number of projects without tasks here, too. */
  readonly summaries: number;
  /** Newest first. */
  readonly repairs: readonly Repair[];
  /** Number of rows that were ever repaired. */
  readonly repairedRows: number;
}

/** Null before the first comparison, undefined while the record is read. */
export function useCompared(): Compared | null | undefined {
  const row = useLive((db) => db.meta.get('comparison').then((found) => found ?? null), []);
  const isReachable = useIsReachable();
  return useMemo(() => {
    if (row === undefined || row === null) return row;
    return row.key === 'comparison' ? comparedOf(row, isReachable) : null;
  }, [row, isReachable]);
}

function comparedOf(comparison: Comparison, isReachable: boolean): Compared {
  const { streams, identicalAt, failure, repairs, repairedRows } = comparison;
  const all = Object.values(streams);
  const identical = all.flatMap((stream) => Object.values(stream.identical));
  const left = all.flatMap((stream) => Object.values(stream.left).map(({ reason }) => reason));
  const reasons = isReachable ? [failure, ...left] : (['unreachable', ...left] as const);
  return {
    items: identical.reduce((sum, { rows }) => sum + rows, 0),
    identicalAt,
    reasons: [...new Set(reasons.filter((reason) => reason !== undefined))],
    outlines: identical.filter((one) => one.rowsOf === 'outline' && one.details === undefined)
      .length,
    summaries: identical.filter(({ rowsOf }) => rowsOf === 'summary').length,
    repairs: repairs.toReversed(),
    repairedRows,
  };
}
