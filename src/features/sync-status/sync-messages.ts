import type { OutboxItem, SyncStatus } from '../../data/sync-status.ts';
import { formatInstant } from '../../ui/text/date-format.ts';

/** Text of the sync pill (product.md, What must be felt). */
export function syncMessage(status: SyncStatus): string {
  switch (status.phase) {
    case 'saved':
      return 'Saved on this device';
    case 'syncing':
      return status.waiting === status.deferred
        ? 'Syncing'
        : `Syncing ${String(status.waiting - status.deferred)}`;
    case 'deferred':
      return status.deferred === 1
        ? '1 waits for an update'
        : `${status.deferred} wait for an update`;
    case 'up-to-date':
      return 'Up to date';
    case 'offline':
      return status.waiting === 0 ? 'Offline' : `Offline, ${status.waiting} waiting`;
    case 'needs-you':
      return status.rejectedCount === 1
        ? '1 needs attention'
        : `${status.rejectedCount} need attention`;
    case 'signed-out':
      return 'Sign in again';
    case 'reload-needed':
      return 'Reload needed';
    case 'data-lost':
      return 'Data lost, reload';
    case 'downloading':
      return `Downloading ${percentOf(status)} %`;
  }
}

/** Short form for narrow screens. */
export function shortSyncMessage(status: SyncStatus): string {
  switch (status.phase) {
    case 'saved':
      return 'Saved';
    case 'offline':
      return status.waiting === 0 ? 'Offline' : `Offline, ${status.waiting}`;
    case 'signed-out':
      return 'Sign in';
    case 'reload-needed':
      return 'Reload';
    case 'data-lost':
      return 'Data lost';
    case 'deferred':
      return `${status.deferred} held`;
    case 'downloading':
      return `${percentOf(status)} %`;
    case 'syncing':
    case 'up-to-date':
    case 'needs-you':
      return syncMessage(status);
  }
}

/** Reason why a pending change has not been sent yet. */
export function waitingMessage(state: OutboxItem['state'], status: SyncStatus | undefined): string {
  if (status?.phase === 'signed-out') return 'It is sent when you have signed in again.';
  if (status?.phase === 'reload-needed') return 'It is sent when Cairn has been reloaded.';
  if (status?.unreachable === true || status?.phase === 'offline') {
    return 'There is no connection to the server. It is sent as soon as there is one.';
  }
  if (status?.phase === 'saved') return 'It is sent as soon as the server answers.';
  return state === 'sending' ? 'It is being sent.' : 'It is sent in a moment.';
}

/** Time of the last complete sync. */
export function completeMessage({ phase, lastSync }: SyncStatus, now: number): string {
  if (phase === 'up-to-date') return 'Now';
  if (lastSync === undefined) return 'Not yet';
  return formatInstant(new Date(lastSync).toISOString(), now, new Date(now).getTimezoneOffset());
}

/** Progress of the first download in whole percent. */
export function percentOf(status: SyncStatus): number {
  const { done, total } = status.progress ?? { done: 0, total: 0 };
  return total === 0 ? 0 : Math.min(100, Math.floor((done / total) * 100));
}
