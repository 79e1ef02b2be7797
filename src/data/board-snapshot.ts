import { useMemo, useState } from 'react';
import type { BoardSnapshot, ColumnSnapshot } from '../../sync/client/index.ts';
import { useAccount } from './client.tsx';
import { itself, useObserved } from './observed.ts';
import type { RouteClient } from './session.ts';

export type { BoardSnapshot, ColumnSnapshot };

/** Width of a column with its gap, and the least height of a tile with its gap: pixels. */
const COLUMN = 300;
const TILE = 60;

/**
 * What stands on the screen first of a board, read at once, so that it is drawn in one go; from then on the live
 * queries follow it. Null when there is no such board, undefined while it is read.
 */
export function useBoardSnapshot(slug: string): BoardSnapshot | null | undefined {
  const snapshots = useAccount()?.snapshots;
  const observed = useMemo(() => snapshots?.of(slug, inView()), [snapshots, slug]);
  const [taken, setTaken] = useState<{ slug: string; snapshot: BoardSnapshot | null }>();
  const isTaken = taken?.slug === slug;
  const snapshot = useObserved(isTaken ? undefined : observed, itself);
  if (!isTaken && snapshot !== undefined) setTaken({ slug, snapshot });
  return isTaken ? taken.snapshot : snapshot;
}

/** Begins to read it for somebody who is about to open the board, or to bring it where there is nothing yet. */
export async function expectBoard(client: RouteClient, slug: string): Promise<void> {
  client.detailsOf(slug);
  // Where no account can be opened, the guard of the routes says so.
  const account = client.account() ?? (await client.currentAccount().catch(() => undefined));
  account?.snapshots.expect(slug, inView());
}

/** How many columns may be seen without scrolling sideways. */
export function columnsInView(): number {
  return Math.ceil(window.innerWidth / COLUMN);
}

function inView() {
  return { columns: columnsInView(), tasks: Math.ceil(window.innerHeight / TILE) };
}
