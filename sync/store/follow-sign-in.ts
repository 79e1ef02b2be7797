import type { AccountDb } from './database.ts';
import { followQuery } from './reactive/live-query.ts';

/**
 * Tells when the person may have signed in again in any window (ENG-3): an engine that pauses closes its socket and is
 * woken by nothing else while its own window stays in sight beside the other. Told after each change that says that the
 * session holds: that it did not before may have gone by unseen.
 */
export function followSignIn(db: AccountDb, signedIn: () => void): () => void {
  let isFirst = true;
  return followQuery(
    () => db.meta.get('net'),
    (row) => {
      if (!isFirst && row?.key === 'net' && row.auth === 'ok') signedIn();
      isFirst = false;
    },
  );
}
