import { Link } from '@tanstack/react-router';
import { useSyncStatus } from '../../data/sync-status.ts';
import { i18n } from '../../i18n/i18n.ts';
import styles from './sync-pill.module.css';
import { shortSyncMessage, syncMessage } from './sync-messages.ts';

/** State of sync; a click opens the outbox. */
export function SyncPill() {
  const status = useSyncStatus();
  // Keeps its space, so that nothing moves when the state is known.
  if (status === undefined) return <span className={styles['pill']} data-phase="unknown" />;
  const text = syncMessage(status);
  return (
    <Link
      to="."
      search={(before) => ({ ...before, panel: 'outbox' })}
      className={styles['pill']}
      data-phase={status.phase}
      aria-label={i18n.t('{state}. Open unsent changes', { state: text })}
    >
      <span className={styles['dot']} aria-hidden="true" />
      <span className={styles['long']}>{text}</span>
      <span className={styles['short']}>{shortSyncMessage(status)}</span>
      <output className={styles['spoken']}>{isAnnounced(status.phase) ? text : ''}</output>
    </Link>
  );
}

/** Announces only states that need an action or explain a delay, not every change of the outbox. */
function isAnnounced(phase: string): boolean {
  return ['offline', 'deferred', 'needs-you', 'signed-out', 'data-lost'].includes(phase);
}
