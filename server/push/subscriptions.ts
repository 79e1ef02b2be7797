import { type Language, languageOf } from '../../model/shared/language.ts';
import { CairnError, refuse } from '../../model/shared/errors.ts';
import type { Writer } from '../writer/writer-types.ts';
import { newSecret, type RandomBytes } from '../shared/secrets.ts';
import type { Database } from '../store/database.ts';

/** A browser as its push service identifies it. */
export interface Subscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** A subscription with a valid session. */
export interface Listener extends Subscription {
  readonly id: string;
  readonly userId: string;
  readonly showsText: boolean;
  readonly language: Language;
}

/**
 * Hosts of the browsers' push services. The address comes from a browser, and this server calls it: any other host
 * could make it call internal addresses.
 */
const SERVICES = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'notify.windows.com',
  'push.apple.com',
];

/**
 * Rejects an address outside the push services. Browsers register on the port of HTTPS and without user or password;
 * `others` are further hosts (with port) that the operator allows.
 */
export function requirePushService(endpoint: string, others: readonly string[]): void {
  const url = URL.parse(endpoint);
  const isPlain = url !== null && url.username === '' && url.password === '';
  const known = SERVICES.some(
    (host) => url?.hostname === host || url?.hostname.endsWith(`.${host}`) === true,
  );
  if (isPlain && url.protocol === 'https:' && url.port === '' && known) return;
  if (isPlain && others.includes(url.host)) return;
  throw new CairnError(refuse('invalid', 'endpoint is not the address of a known push service'));
}

interface Registration extends Subscription {
  readonly userId: string;
  readonly sessionId: string;
  readonly showsText: boolean;
}

/** Stores a subscription for a session; a browser has one. Returns its id, which is in the browser's local storage. */
export function keepSubscription(
  {
    writer,
    random,
    now,
  }: { readonly writer: Writer; readonly random: RandomBytes; readonly now: number },
  { endpoint, p256dh, auth, userId, sessionId, showsText }: Registration,
): Promise<string> {
  return writer.write([], async (tx) => {
    const db = await tx.db();
    await db
      .deleteFrom('push_subscriptions')
      .where((where) =>
        where.or([where('endpoint', '=', endpoint), where('session_id', '=', sessionId)]),
      )
      .execute();
    const id = newSecret(random);
    await db
      .insertInto('push_subscriptions')
      .values({
        id,
        user_id: userId,
        session_id: sessionId,
        endpoint,
        p256dh,
        auth,
        shows_text: showsText ? 1 : 0,
        created_at: now,
      })
      .execute();
    return id;
  });
}

/** Deletes one; another person's id has no effect. */
export function dropSubscription(
  writer: Writer,
  { id, userId }: { readonly id: string; readonly userId?: string },
): Promise<void> {
  return writer.write([], async (tx) => {
    const db = await tx.db();
    const gone = db.deleteFrom('push_subscriptions').where('id', '=', id);
    await (userId === undefined ? gone : gone.where('user_id', '=', userId)).execute();
  });
}

/**
 * Subscriptions with a valid session, or with a later sign-in in the same browser that named them (`device_token`). A
 * person who has signed out everywhere has none.
 */
export async function listenersOf(
  database: Database,
  userIds: readonly string[],
  now: number,
): Promise<readonly Listener[]> {
  if (userIds.length === 0) return [];
  const rows = await database.db
    .selectFrom('push_subscriptions as p')
    .innerJoin('sessions as s', (join) =>
      join.on((on) =>
        on.or([on('s.id', '=', on.ref('p.session_id')), on('s.device_token', '=', on.ref('p.id'))]),
      ),
    )
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['p.id', 'p.endpoint', 'p.p256dh', 'p.auth', 'p.shows_text', 's.user_id', 'u.language'])
    .where('s.user_id', 'in', [...userIds])
    .where('s.expires_at', '>', now)
    .distinct()
    .execute();
  return rows.map((row) => ({
    id: row.id,
    endpoint: row.endpoint,
    p256dh: row.p256dh,
    auth: row.auth,
    userId: row.user_id,
    showsText: row.shows_text === 1,
    language: languageOf([row.language ?? '']),
  }));
}
