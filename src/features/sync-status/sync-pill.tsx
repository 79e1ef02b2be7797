import { Link } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useSyncStatus } from '../../data/sync-status.ts';
import { i18n } from '../../i18n/i18n.ts';
import { loadWhenIdle, prefetch } from '../../ui/prefetch.ts';
import styles from './sync-pill.module.css';
import { shortSyncMessage, syncMessage, withLeft } from './sync-messages.ts';

const leftCount = prefetch(async () => (await import('./left-count.tsx')).LeftCount);
const LeftCount = leftCount.Component;

/** State of sync; a click opens the outbox. */
export function SyncPill() {
  const synced = useSyncStatus();
  const [left, setLeft] = useState<number>();
  useEffect(() => loadWhenIdle([{ load: () => leftCount.load().then(() => setLeft(0)) }]), []);
  // Keeps its space, so that nothing moves when the state is known.
  if (synced === undefined) return <span className={styles['pill']} data-phase="unknown" />;
  const status = withLeft(synced, left);
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
      {left === undefined ? null : (
        <Suspense>
          <LeftCount lastSync={synced.lastSync} onCount={setLeft} />
        </Suspense>
      )}
    </Link>
  );
}

/** Announces only states that need an action or explain a delay, not every change of the outbox. */
function isAnnounced(phase: string): boolean {
  return ['offline', 'deferred', 'needs-you', 'signed-out', 'data-lost'].includes(phase);
}
