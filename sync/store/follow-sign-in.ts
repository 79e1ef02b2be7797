import { liveQuery } from 'dexie';
import type { AccountDb } from './database.ts';

/**
 * Tells when the person has signed in again in any window (ENG-3): an engine that pauses closes its socket and is woken
 * by nothing else while its own window stays in sight beside the other.
 */
export function followSignIn(db: AccountDb, signedIn: () => void): () => void {
  let wasNeeded = false;
  const subscription = liveQuery(() => db.meta.get('net')).subscribe({
    next: (row) => {
      const isNeeded = row?.key === 'net' && row.auth === 'needed';
      if (wasNeeded && !isNeeded) signedIn();
      wasNeeded = isNeeded;
    },
    // The store cannot be read: the engine says so itself.
    error: () => undefined,
  });
  return () => subscription.unsubscribe();
}
