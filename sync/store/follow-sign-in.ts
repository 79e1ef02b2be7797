import { liveQuery } from 'dexie';
import type { AccountDb } from './database.ts';

/**
 * Tells when the person may have signed in again in any window (ENG-3): an engine that pauses closes its socket and is
 * woken by nothing else while its own window stays in sight beside the other. Told after each change that says that the
 * session holds: that it did not before may have gone by unseen.
 */
export function followSignIn(db: AccountDb, signedIn: () => void): () => void {
  let isFirst = true;
  const subscription = liveQuery(() => db.meta.get('net')).subscribe({
    next: (row) => {
      if (!isFirst && row?.key === 'net' && row.auth === 'ok') signedIn();
      isFirst = false;
    },
    // The store cannot be read: the engine says so itself.
    error: () => undefined,
  });
  return () => subscription.unsubscribe();
}
