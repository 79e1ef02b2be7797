import { useMemo, useState } from 'react';
import type { BoardSnapshot, ColumnSnapshot } from '../../sync/client/index.ts';
import { useAccount } from './client.tsx';
import { itself, useObserved } from './observed.ts';
import type { RouteClient } from './session.ts';

export type { BoardSnapshot, ColumnSnapshot };

/** Width of a column with its gap, and minimum height of a tile with its gap. Pixels. */
const COLUMN = 300;
const TILE = 60;

/**
 * Rows needed for the first paint of a board, read in one transaction; live queries keep them current
 * afterwards. Null when there is no such board, undefined while it is read.
 */
export function useBoardSnapshot(slug: string): BoardSnapshot | null | undefined {
  const snapshots = useAccount()?.snapshots;
  const observed = useMemo(() => snapshots?.of(slug, inView()), [snapshots, slug]);
  const [first, setFirst] = useState<{ slug: string; snapshot: BoardSnapshot | null }>();
  const isRead = first?.slug === slug;
  const snapshot = useObserved(isRead ? undefined : observed, itself);
  if (!isRead && snapshot !== undefined) setFirst({ slug, snapshot });
  return isRead ? first.snapshot : snapshot;
}

/** Reads the snapshot ahead for a person who is about to open the board. */
export function prefetchBoard(client: RouteClient, slug: string): void {
  client.expectBoard(slug, inView());
}

/** Number of columns that may be visible without horizontal scrolling. */
export function columnsInView(): number {
  return Math.ceil(window.innerWidth / COLUMN);
}

function inView() {
  return { columns: columnsInView(), tasks: Math.ceil(window.innerHeight / TILE) };
}
