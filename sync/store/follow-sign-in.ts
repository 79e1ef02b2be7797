import type { AccountDb } from './database.ts';
import { followQuery } from './reactive/live-query.ts';

/**
 * Calls back when the person may have signed in again in any window (ENG-3): a paused engine has closed its socket, and
 * nothing else wakes it while its own window stays visible beside the other. Called after each change with a valid
 * session, because the invalid state before it may have passed unnoticed.
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
