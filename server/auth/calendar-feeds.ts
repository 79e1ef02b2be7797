import type { Kysely } from 'kysely';
import { orgStream } from '../../model/entities/scopes.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { digestOfSecret, newSecret } from '../shared/secrets.ts';
import type { Schema } from '../store/schema.ts';
import { requireActor } from '../writer/actor.ts';
import type { Auth } from './auth.ts';
import type { Caller } from './caller.ts';
import { originOf } from './throttle.ts';

/** The time of the last use is stored at most once in this time: calendars ask every hour or so. */
const USED_MS = 60 * 60_000;

/** A calendar of the person. Instants are milliseconds since 1970, UTC. */
export interface OwnFeed {
  /** Null: the person's own due dates. */
  readonly project: string | null;
  readonly created_at: number;
  readonly used_at: number | null;
}

/** The person and the contents of a calendar's secret address. */
export interface FeedContext {
  readonly orgId: string;
  readonly userId: string;
  readonly project: string | null;
}

/** The person and the organisation of a call. */
type Owner = Pick<Actor, 'orgId' | 'userId' | 'orgUserId'>;

interface Wanted {
  readonly project: string | null;
  readonly caller: Caller;
}

interface NewFeed extends Wanted {
  readonly sessionId: string;
}

/** The person's calendars in the organisation, their own due dates first, then the newest. */
export async function ownFeeds(auth: Auth, { orgId, userId }: Owner): Promise<readonly OwnFeed[]> {
  const rows = await auth.database.db
    .selectFrom('calendar_feeds')
    .select(['project', 'created_at', 'used_at'])
    .where('user_id', '=', userId)
    .where('org_id', '=', orgId)
    .execute();
  return rows
    .toSorted(
      (left, right) =>
        Number(left.project !== '') - Number(right.project !== '') ||
        right.created_at - left.created_at,
    )
    .map((row) => ({ ...row, project: row.project === '' ? null : row.project }));
}

/**
 * Creates the secret of a calendar, which is shown once and stored as a digest. A calendar that exists gets a new one:
 * its former address is unknown from now on.
 */
export async function createFeed(
  auth: Auth,
  { orgId, userId, orgUserId }: Owner,
  { project, caller, sessionId }: NewFeed,
): Promise<string> {
  const { machine, writer } = auth;
  const secret = newSecret(machine.random);
  const fresh = { digest: digestOfSecret(secret), created_at: machine.now(), used_at: null };
  const row = { org_id: orgId, user_id: userId, project: project ?? '' };
  // A deactivation takes the lock of the same stream.
  await writer.write([orgStream(orgId)], async (tx) => {
    await requireActor(await tx.sql(), { orgId, userId }, machine.now());
    const db = await tx.db();
    await requireSession(db, { userId, sessionId });
    await db
      .insertInto('calendar_feeds')
      .values({ ...row, ...fresh })
      .onConflict((conflict) =>
        conflict.columns(['org_id', 'user_id', 'project']).doUpdateSet(fresh),
      )
      .execute();
    const event = {
      kind: 'calendar_created',
      from: originOf(caller),
      details: { project },
    } as const;
    await auth.security.add(db, { ...event, orgId, orgUserId, userId });
  });
  return secret;
}

/** Ends one of the person's own calendars, from the next request on; throws `not_found` for any other. */
export async function endFeed(
  auth: Auth,
  { orgId, userId, orgUserId }: Owner,
  { project, caller }: Wanted,
): Promise<void> {
  await auth.writer.write([], async (tx) => {
    const db = await tx.db();
    const { numDeletedRows } = await db
      .deleteFrom('calendar_feeds')
      .where('user_id', '=', userId)
      .where('org_id', '=', orgId)
      .where('project', '=', project ?? '')
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw noFeed();
    const event = { kind: 'calendar_ended', from: originOf(caller), details: { project } } as const;
    await auth.security.add(db, { ...event, orgId, orgUserId, userId });
  });
}

/** Finds a calendar by its secret and notes the request; throws `not_found` for an unknown or a former one. */
export async function findFeed(
  { database, writer, machine }: Pick<Auth, 'database' | 'writer' | 'machine'>,
  secret: string,
): Promise<FeedContext> {
  const now = machine.now();
  const row = await database.db
    .selectFrom('calendar_feeds')
    .select(['digest', 'org_id', 'user_id', 'project', 'used_at'])
    .where('digest', '=', digestOfSecret(secret))
    .executeTakeFirst();
  if (row === undefined) throw noFeed();
  if (row.used_at === null || now - row.used_at >= USED_MS) {
    const noted = writer.separate(async (tx) => {
      const db = await tx.db();
      const one = db
        .updateTable('calendar_feeds')
        .set({ used_at: now })
        .where('digest', '=', row.digest);
      await one.execute();
    });
    // A full disk refuses writes, not reads; the commit itself reports the failure.
    await noted.catch(() => undefined);
  }
  const project = row.project === '' ? null : row.project;
  return { orgId: row.org_id, userId: row.user_id, project };
}

/** A new password ends sessions and calendars: one that an ended session creates meanwhile must not escape it. */
async function requireSession(
  db: Kysely<Schema>,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
): Promise<void> {
  // An update takes the lock of the row, for which the end of the session waits.
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set((row) => ({ user_id: row.ref('user_id') }))
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) {
    throw new CairnError({ code: 'unauthenticated', message: /*i18n*/ 'Please sign in again' });
  }
}

export function noFeed(): CairnError {
  return new CairnError({ code: 'not_found', message: /*i18n*/ 'There is no such calendar' });
}
