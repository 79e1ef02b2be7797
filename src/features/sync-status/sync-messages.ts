import type { OutboxItem } from '../../data/outbox.ts';
import type { SyncStatus } from '../../data/sync-status.ts';
import { i18n } from '../../i18n/i18n.ts';
import { formatInstant } from '../../ui/text/date-format.ts';

/** Text of the sync pill (product.md, What must be felt). */
export function syncMessage(status: SyncStatus): string {
  switch (status.phase) {
    case 'saved':
      return i18n.t('Saved on this device');
    case 'syncing':
      return status.waiting === status.deferred
        ? i18n.t('Syncing')
        : i18n.t('Syncing {count}', { count: status.waiting - status.deferred });
    case 'deferred':
      return i18n.t('{count, plural, one {# waits for an update} other {# wait for an update}}', {
        count: status.deferred,
      });
    case 'up-to-date':
      return i18n.t('Up to date');
    case 'offline':
      return status.waiting === 0
        ? i18n.t('Offline')
        : i18n.t('Offline, {count} waiting', { count: status.waiting });
    case 'needs-you':
      return i18n.t('{count, plural, one {# needs attention} other {# need attention}}', {
        count: status.rejectedCount,
      });
    case 'signed-out':
      return i18n.t('Sign in again');
    case 'reload-needed':
      return i18n.t('Reload needed');
    case 'data-lost':
      return i18n.t('Data lost, reload');
    case 'downloading':
      return i18n.t('Downloading {percent} %', { percent: percentOf(status) });
  }
}

/**
 * `left`: texts and files that no form shows any more need the person as rejected changes do: to copy or to discard them.
 * What waits to be sent is said first.
 */
export function withLeft(status: SyncStatus, left = 0): SyncStatus {
  const { phase, waiting, rejectedCount } = status;
  const isSaid = phase === 'needs-you' || (waiting === 0 && QUIET.includes(phase));
  return left === 0 || !isSaid
    ? status
    : { ...status, phase: 'needs-you', rejectedCount: rejectedCount + left };
}

const QUIET = ['saved', 'offline', 'up-to-date'];

/** Short form for narrow screens. */
export function shortSyncMessage(status: SyncStatus): string {
  switch (status.phase) {
    case 'saved':
      return i18n.t('Saved');
    case 'offline':
      return status.waiting === 0
        ? i18n.t('Offline')
        : i18n.t('Offline, {count}', { count: status.waiting });
    case 'signed-out':
      return i18n.t('Sign in');
    case 'reload-needed':
      return i18n.t('Reload');
    case 'data-lost':
      return i18n.t('Data lost');
    case 'deferred':
      return i18n.t('{count} held', { count: status.deferred });
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
  if (status?.phase === 'signed-out') return i18n.t('It is sent when you have signed in again.');
  if (status?.phase === 'reload-needed') return i18n.t('It is sent when Cairn has been reloaded.');
  if (status?.unreachable === true || status?.phase === 'offline') {
    return i18n.t('There is no connection to the server. It is sent as soon as there is one.');
  }
  if (status?.phase === 'saved') return i18n.t('It is sent as soon as the server answers.');
  return state === 'sending' ? i18n.t('It is being sent.') : i18n.t('It is sent in a moment.');
}

/** Time of the last complete sync. */
export function completeMessage({ phase, lastSync }: SyncStatus, now: number): string {
  if (phase === 'up-to-date') return i18n.t('Now');
  if (lastSync === undefined) return i18n.t('Not yet');
  return formatInstant(new Date(lastSync).toISOString(), now);
}

/** Progress of the first download in whole percent. */
export function percentOf(status: SyncStatus): number {
  const { done, total } = status.progress ?? { done: 0, total: 0 };
  return total === 0 ? 0 : Math.min(100, Math.floor((done / total) * 100));
}
