import { CairnError, refuse } from '../../model/shared/errors.ts';
import type { Writer } from '../writer/writer-types.ts';
import { newSecret, type RandomBytes } from '../shared/secrets.ts';
import type { Database } from '../store/database.ts';

/** A browser as its push service knows it. */
export interface Subscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** One that a living session stands behind. */
export interface Listener extends Subscription {
  readonly id: string;
  readonly userId: string;
  readonly showsText: boolean;
}

/**
 * Hosts that browsers have their pushes sent to. The address comes from a browser, and this server calls it: anything
 * else could make it call what only it can reach.
 */
const SERVICES = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'notify.windows.com',
  'push.apple.com',
];

/**
 * Refuses an address that is not one of a push service. Browsers register on the port of HTTPS and without user or
 * password; `others` are hosts (with port) the operator allows besides.
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

/** Keeps a subscription for a session; a browser has one. Gives its id, which stands in the browser's local storage. */
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

/** Deletes one; somebody else's id is as good as none. */
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
 * Where people are told: subscriptions whose session lives, or that a later sign-in in the same browser has named
 * (`device_token`). Who has signed out everywhere is told nowhere.
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
    .select(['p.id', 'p.endpoint', 'p.p256dh', 'p.auth', 'p.shows_text', 's.user_id'])
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
  }));
}
