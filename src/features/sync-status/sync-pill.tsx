import { Link } from '@tanstack/react-router';
import { useSyncStatus } from '../../data/sync-status.ts';
import styles from './sync-pill.module.css';
import { shortSyncWords, syncWords } from './sync-words.ts';

/** What sync is doing, in words; a click opens the outbox. */
export function SyncPill() {
  const status = useSyncStatus();
  if (status === undefined) return null;
  const words = syncWords(status);
  return (
    <Link
      to="."
      search={(before) => ({ ...before, panel: 'outbox' })}
      className={styles['pill']}
      data-phase={status.phase}
      aria-label={`${words}. Open what waits`}
    >
      <span className={styles['dot']} aria-hidden="true" />
      <span className={styles['long']}>{words}</span>
      <span className={styles['short']}>{shortSyncWords(status)}</span>
      <output className={styles['spoken']}>{isWorthSaying(status.phase) ? words : ''}</output>
    </Link>
  );
}

/** Only what asks for something or explains a silence is announced; not every change that comes and goes. */
function isWorthSaying(phase: string): boolean {
  return ['offline', 'held', 'needs-you', 'signed-out', 'data-lost'].includes(phase);
}
