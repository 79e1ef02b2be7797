import type { Actor } from '../../model/permissions/actor.ts';
import { actorOf } from './actor.ts';
import type { AccountDb } from './database.ts';
import type { AccountRecord } from './device-db.ts';
import { pendingMarks, type PendingMarks, type SyncStatus, syncStatus } from './sync-status.ts';
import { type OutlineState, readOutlineState } from './queries/project-details.ts';
import { cachedQuery } from './reactive/cached-query.ts';
import type { Observed } from './reactive/observed.ts';

/** Values of an account that many parts of a screen and every write need; each is read once for all of them. */
export interface AccountContext {
  readonly actor: Observed<Actor>;
  readonly marks: Observed<PendingMarks>;
  readonly status: Observed<SyncStatus>;
  readonly outlines: Observed<OutlineState>;
}

/** Milliseconds of delay, so that the row that a person has just changed is read and painted first. */
const AFTER_PAINT = 40;

export function accountContext(db: AccountDb, record: AccountRecord): AccountContext {
  return {
    actor: cachedQuery(
      db,
      unlessEqual((open) => actorOf(open, record)),
      {
        tables: ['organizations', 'org_users', 'roles', 'role_levels'],
        wait: 0,
      },
    ),
    marks: cachedQuery(db, pendingMarks, { tables: ['outbox', 'rejected'], wait: AFTER_PAINT }),
    status: cachedQuery(db, syncStatus, {
      tables: ['meta', 'streams', 'outbox', 'rejected', 'blobs'],
      wait: AFTER_PAINT,
    }),
    outlines: cachedQuery(db, (open) => readOutlineState(open, record.orgId), {
      tables: ['streams'],
      wait: AFTER_PAINT,
    }),
  };
}

/** The previous result again while a new one is equal to it, so that screens do not render for it. */
function unlessEqual<T>(query: (db: AccountDb) => Promise<T>): (db: AccountDb) => Promise<T> {
  let last: { readonly value: T; readonly text: string } | undefined;
  return async (db) => {
    const value = await query(db);
    const text = JSON.stringify(value);
    if (last?.text !== text) last = { value, text };
    return last.value;
  };
}
