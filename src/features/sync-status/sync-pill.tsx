import { Link } from '@tanstack/react-router';
import { useSyncStatus } from '../../data/sync-status.ts';
import styles from './sync-pill.module.css';
import { shortSyncMessage, syncMessage } from './sync-messages.ts';

/** What sync is doing, in words; a click opens the outbox. */
export function SyncPill() {
  const status = useSyncStatus();
  if (status === undefined) return null;
  const text = syncMessage(status);
  return (
    <Link
      to="."
      search={(before) => ({ ...before, panel: 'outbox' })}
      className={styles['pill']}
      data-phase={status.phase}
      aria-label={`${text}. Open what waits`}
    >
      <span className={styles['dot']} aria-hidden="true" />
      <span className={styles['long']}>{text}</span>
      <span className={styles['short']}>{shortSyncMessage(status)}</span>
      <output className={styles['spoken']}>{isWorthSaying(status.phase) ? text : ''}</output>
    </Link>
  );
}

/** Only what asks for something or explains a silence is announced; not every change that comes and goes. */
function isWorthSaying(phase: string): boolean {
  return ['offline', 'held', 'needs-you', 'signed-out', 'data-lost'].includes(phase);
}
