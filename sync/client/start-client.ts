import { type Client, createClient } from './client.ts';
import { part } from './not-saved.ts';
import { CLOSED_SNAPSHOT, SNAPSHOT } from './snapshot-mark.ts';
import type * as SnapshotsModule from './snapshots.ts';

/** Code for snapshots, loaded on first use. */
export type Snapshots = typeof SnapshotsModule;

export const loadSnapshots = (): Promise<Snapshots> => part(() => import('./snapshots.ts'));

/** The client of this page: that of the snapshot which the tab shows, otherwise that of the device. */
export async function startClient(): Promise<Client> {
  for (const keyId of closedSnapshots()) void finishClosing(keyId).catch(() => undefined);
  const keyId = sessionStorage.getItem(SNAPSHOT);
  if (keyId === null) return createClient();
  const { snapshotClient } = await import('./snapshots.ts');
  return (await snapshotClient(keyId)) ?? createClient();
}

/**
 * The screens of the page before may have opened the databases again, empty, after they were deleted. The start does not
 * wait: a frozen tab that shows the same snapshot delays the deletion.
 */
async function finishClosing(keyId: string): Promise<void> {
  const { deleteSnapshot } = await import('./snapshots.ts');
  await deleteSnapshot(keyId);
  localStorage.removeItem(CLOSED_SNAPSHOT + keyId);
}

function closedSnapshots(): readonly string[] {
  const closed = Object.keys(localStorage).filter((name) => name.startsWith(CLOSED_SNAPSHOT));
  return closed.map((name) => name.slice(CLOSED_SNAPSHOT.length));
}
