import type { Kysely } from 'kysely';
import type { Schema } from '../store/schema.ts';
import { endTokensOf, sweepTokens } from './api-token-rows.ts';
import { endFeedsOf } from './calendar-feed-rows.ts';
import { type End, noteEnded } from './ended-sessions.ts';
import type { Machine } from '../shared/machine.ts';
import { hasFactor } from './account-factors.ts';
import { offlineLimit } from './offline-limit.ts';
import { requiredProvider } from './required-provider.ts';
import { answerArrived } from './retry-keys.ts';
import { digestOfSecret, newSecret } from '../shared/secrets.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Browsers send a name of some 100 to 200 characters. */
const LONGEST_BROWSER = 300;
/** Bearer tokens are short-lived: a stolen one is valid for a quarter of an hour at most. */
export const TOKEN_MS = 15 * 60_000;
/** Life of a session after its last renewal: weeks without a network are ordinary here. */
export const SESSION_MS = 60 * DAY_MS;
/** A session ends this long after it was opened, however often it is used. */
export const SESSION_END_MS = 180 * DAY_MS;
/** Life of a session on a shared computer: long enough for a working day without a network; use does not extend it. */
export const SHARED_SESSION_MS = DAY_MS / 2;
/** A cookie in use is replaced after this time. */
export const COOKIE_MS = DAY_MS;
/** A response that has not arrived after this time is lost: its new cookie may be replaced by another one. */
const LOST_ANSWER_MS = 60_000;

/** A session as the browser receives it, once: only digests of the secrets are stored. */
export interface OpenedSession {
  readonly sessionId: string;
  readonly cookie: string;
  readonly token: AccessToken;
}

export interface AccessToken {
  readonly secret: string;
  /** Milliseconds since 1970, UTC. */
  readonly expiresAt: number;
}

/** The session and the person of a bearer token. */
export interface Identity {
  readonly userId: string;
  readonly sessionId: string;
  readonly expiresAt: number;
}

export interface NewSession {
  readonly userId: string;
  readonly deviceToken: string | null;
  /** The browser's own name. */
  readonly browser?: string | null;
  /** True on a shared computer. */
  readonly shared?: boolean;
  /** Network address of the call. */
  readonly address: string;
  /** True when a second factor or a passkey proved the person; undefined: the password alone. */
  readonly factor?: boolean;
  /** Organisation whose identity provider named the person; undefined: another way. */
  readonly ssoOrg?: string | undefined;
  /** Person and session at that provider, as far as it names them. */
  readonly ssoSession?:
    | { readonly subject: string | undefined; readonly sid: string | undefined }
    | undefined;
}

export async function openSession(
  db: Kysely<Schema>,
  machine: Machine,
  {
    userId,
    deviceToken,
    browser = null,
    shared = false,
    address,
    factor = false,
    ssoOrg,
    ssoSession,
  }: NewSession,
): Promise<OpenedSession> {
  const cookie = newSecret(machine.random);
  const sessionId = machine.newId();
  const now = machine.now();
  await db
    .insertInto('sessions')
    .values({
      id: sessionId,
      user_id: userId,
      cookie_digest: digestOfSecret(cookie),
      device_token: deviceToken,
      created_at: now,
      expires_at: endOf({ shared, created_at: now }, now),
      browser: browser === null ? null : browser.slice(0, LONGEST_BROWSER),
      used_at: now,
      shared: shared ? 1 : 0,
      next_digest: null,
      secret_at: now,
      host_cookie: 1,
      address,
      factor: factor ? 1 : 0,
      sso_org: ssoOrg ?? null,
      sso_subject: ssoSession?.subject ?? null,
      sso_sid: ssoSession?.sid ?? null,
      proved_at: null,
    })
    .execute();
  return { sessionId, cookie, token: await issueToken(db, machine, sessionId) };
}

/** Opens a session again whose response was lost, with new secrets; the old ones are invalid from now on. */
export async function reopenSession(
  db: Kysely<Schema>,
  machine: Machine,
  { sessionId, shared = false }: { readonly sessionId: string; readonly shared?: boolean },
): Promise<OpenedSession> {
  const cookie = newSecret(machine.random);
  const now = machine.now();
  const { created_at } = await db
    .selectFrom('sessions')
    .select('created_at')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('sessions')
    .set({
      cookie_digest: digestOfSecret(cookie),
      next_digest: null,
      secret_at: now,
      expires_at: endOf({ shared, created_at }, now),
      used_at: now,
      shared: shared ? 1 : 0,
      host_cookie: 1,
    })
    .where('id', '=', sessionId)
    .execute();
  await db.deleteFrom('access_tokens').where('session_id', '=', sessionId).execute();
  return { sessionId, cookie, token: await issueToken(db, machine, sessionId) };
}

export interface RenewedSession {
  readonly userId: string;
  readonly sessionId: string;
  readonly shared: boolean;
  /** The cookie to set; undefined when the browser's cookie must not change (`cookieAfter`). */
  readonly cookie: string | undefined;
  /** Milliseconds since 1970, UTC: the end of the session unless it is renewed before. */
  readonly expiresAt: number;
  readonly token: AccessToken;
}

/**
 * Issues a new bearer token for the session of a cookie; undefined when the session has ended. `former`: the cookie
 * has the name of builds before the prefix, which any host of the same site can set; it is accepted only for a session
 * that such a build has opened. A session that was opened without the identity provider that its person has to use now
 * ends, and so do one that has not proved the second factor of its account, and one that was not renewed for longer than an organisation of the person accepts (decision 0096).
 */
export async function renewSession(
  db: Kysely<Schema>,
  machine: Machine,
  {
    cookie,
    former = false,
    address,
  }: { readonly cookie: string; readonly former?: boolean; readonly address?: string | undefined },
): Promise<RenewedSession | undefined> {
  const now = machine.now();
  const session = await sessionOf(db, cookie, now);
  if (session === undefined) return undefined;
  if (former && session.host_cookie === 1) return undefined;
  const required = await requiredProvider(db, session.user_id);
  if (required !== undefined && required !== session.sso_org) {
    await noteEnded(db, { ids: [session.id] }, { reason: 'expired', now });
    await endSession(db, session.id);
    return undefined;
  }
  // Opened before the account had a second factor: it has proved none.
  if (session.factor === 0 && (await hasFactor(db, session.user_id))) {
    await noteEnded(db, { ids: [session.id] }, { reason: 'factor_changed', now });
    await endSession(db, session.id);
    return undefined;
  }
  const unused = now - (session.used_at ?? session.created_at);
  if (unused > ((await offlineLimit(db, session.user_id)) ?? Infinity)) {
    await noteEnded(db, { ids: [session.id] }, { reason: 'expired', now });
    await endSession(db, session.id);
    return undefined;
  }
  const expiresAt = endOfStored(session, now);
  if (expiresAt <= now) return undefined;
  const { set, cookie: next } = cookieAfter(machine, session, cookie);
  await db
    .updateTable('sessions')
    .set({ expires_at: expiresAt, used_at: now, ...set, ...(address !== undefined && { address }) })
    .where('id', '=', session.id)
    .execute();
  await db
    .deleteFrom('access_tokens')
    .where('session_id', '=', session.id)
    .where('expires_at', '<=', now)
    .execute();
  await answerArrived(db, session.id);
  return {
    userId: session.user_id,
    sessionId: session.id,
    shared: session.shared === 1,
    cookie: next,
    expiresAt,
    token: await issueToken(db, machine, session.id),
  };
}

/** Finds the session of a bearer token; undefined when the token is unknown or expired, or the session has ended. */
export async function identify(
  db: Kysely<Schema>,
  token: string,
  now: number,
): Promise<Identity | undefined> {
  const row = await db
    .selectFrom('access_tokens')
    .innerJoin('sessions', 'sessions.id', 'access_tokens.session_id')
    .select([
      'sessions.id as session',
      'sessions.user_id as user',
      'access_tokens.expires_at as until',
    ])
    .where('access_tokens.digest', '=', digestOfSecret(token))
    .where('access_tokens.expires_at', '>', now)
    .where('sessions.expires_at', '>', now)
    .executeTakeFirst();
  return row && { userId: row.user, sessionId: row.session, expiresAt: row.until };
}

/** Ends a session with all its tokens, from the next call on. */
export async function endSession(db: Kysely<Schema>, sessionId: string): Promise<void> {
  await db.deleteFrom('access_tokens').where('session_id', '=', sessionId).execute();
  await db.deleteFrom('retry_keys').where('session_id', '=', sessionId).execute();
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute();
}

/** Ends every session, token and calendar of a person and deletes their remembered browsers. */
export async function endSessionsOf(db: Kysely<Schema>, userId: string, end: End): Promise<void> {
  await noteEnded(db, { userId }, end);
  const sessions = db.selectFrom('sessions').select('id').where('user_id', '=', userId);
  await db.deleteFrom('access_tokens').where('session_id', 'in', sessions).execute();
  await db.deleteFrom('retry_keys').where('session_id', 'in', sessions).execute();
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await db.deleteFrom('known_devices').where('user_id', '=', userId).execute();
  await db.deleteFrom('unsent_reports').where('user_id', '=', userId).execute();
  await endTokensOf(db, { userId });
  await endFeedsOf(db, { userId });
}

/** Ends every session of a person but the named one; returns the ids of the ended ones. */
export async function endOtherSessions(
  db: Kysely<Schema>,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
  end: End,
): Promise<readonly string[]> {
  const others = (await sessionIdsOf(db, userId)).filter((id) => id !== sessionId);
  await noteEnded(db, { ids: others }, end);
  for (const id of others) await endSession(db, id);
  return others;
}

export async function sessionIdsOf(db: Kysely<Schema>, userId: string): Promise<readonly string[]> {
  const rows = await db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute();
  return rows.map((row) => row.id);
}

/** The session of a cookie, for signing out without a token. */
export async function sessionIdOf(
  db: Kysely<Schema>,
  cookie: string,
  now: number,
): Promise<string | undefined> {
  return (await sessionOf(db, cookie, now))?.id;
}

/**
 * The person of a session's cookie, for what a page shows without a bearer (images), and whether the session is on a
 * shared computer; renews nothing.
 */
export async function personOfCookie(
  db: Kysely<Schema>,
  cookie: string,
  now: number,
): Promise<{ readonly userId: string; readonly shared: boolean } | undefined> {
  const session = await sessionOf(db, cookie, now);
  if (session === undefined || endOfStored(session, now) <= now) return undefined;
  return { userId: session.user_id, shared: session.shared === 1 };
}

/** The person of a session; undefined when it has ended. */
export async function personOfSession(
  db: Kysely<Schema>,
  sessionId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select('user_id')
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return row?.user_id;
}

/** True for a session on a shared computer, where a browser stores no file. */
export async function isSharedSession(db: Kysely<Schema>, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('shared')
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return row?.shared === 1;
}

/** Deletes expired sessions and tokens. */
export async function sweepSessions(db: Kysely<Schema>, now: number): Promise<void> {
  await db.deleteFrom('access_tokens').where('expires_at', '<=', now).execute();
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
  await db.deleteFrom('known_devices').where('expires_at', '<=', now).execute();
  const devices = db.selectFrom('known_devices').select('digest');
  await db.deleteFrom('unsent_reports').where('digest', 'not in', devices).execute();
  const sessions = db.selectFrom('sessions').select('id');
  await db.deleteFrom('device_cursors').where('session_id', 'not in', sessions).execute();
  await db.deleteFrom('device_holdings').where('session_id', 'not in', sessions).execute();
  await db.deleteFrom('one_time_tokens').where('expires_at', '<=', now).execute();
  await db.deleteFrom('retry_keys').where('expires_at', '<=', now).execute();
  await sweepTokens(db, now);
}

type StoredSession = NonNullable<Awaited<ReturnType<typeof sessionOf>>>;

/**
 * Replaces the cookie of a session in use. A new secret is valid beside the old one until the browser sends it, so
 * that a lost response signs nobody out; from then on the old one is invalid. Until then the browser's cookie is not
 * changed: a response that is overtaken by another must not restore an old secret.
 *
 *   cookie used     new one pending   result
 *   current         no                younger than a day: unchanged; older: a new one is issued
 *   current         yes               unchanged; after a minute the new one counts as lost, and another is issued
 *   new one         -                 it becomes the current one
 */
function cookieAfter(machine: Machine, session: StoredSession, cookie: string) {
  const now = machine.now();
  const used = digestOfSecret(cookie);
  const age = now - (session.secret_at ?? session.created_at);
  if (session.next_digest === used)
    return { cookie, set: { cookie_digest: used, next_digest: null } };
  const waits = session.next_digest !== null;
  if (age < (waits ? LOST_ANSWER_MS : COOKIE_MS)) {
    return { cookie: waits ? undefined : cookie, set: {} };
  }
  const next = newSecret(machine.random);
  return { cookie: next, set: { next_digest: digestOfSecret(next), secret_at: now } };
}

/** The end of a session however often it is used, milliseconds since 1970, UTC. */
export function lastEndOf(session: {
  readonly shared: number;
  readonly created_at: number;
}): number {
  return session.created_at + (session.shared === 1 ? SHARED_SESSION_MS : SESSION_END_MS);
}

/** The end of a session that is used now, unless it is used again before. */
function endOf(
  session: { readonly shared: boolean; readonly created_at: number },
  now: number,
): number {
  const { shared, created_at } = session;
  return shared
    ? created_at + SHARED_SESSION_MS
    : Math.min(now + SESSION_MS, created_at + SESSION_END_MS);
}

/** Never later than the limit, whatever is stored: an earlier build, or the clock, may have stored a later time. */
function endOfStored({ shared, created_at }: StoredSession, now: number): number {
  return endOf({ shared: shared === 1, created_at }, now);
}

async function issueToken(
  db: Kysely<Schema>,
  machine: Machine,
  sessionId: string,
): Promise<AccessToken> {
  const secret = newSecret(machine.random);
  const expiresAt = machine.now() + TOKEN_MS;
  await db
    .insertInto('access_tokens')
    .values({ digest: digestOfSecret(secret), session_id: sessionId, expires_at: expiresAt })
    .execute();
  return { secret, expiresAt };
}

async function sessionOf(db: Kysely<Schema>, cookie: string, now: number) {
  const digest = digestOfSecret(cookie);
  return db
    .selectFrom('sessions')
    .select([
      'id',
      'user_id',
      'shared',
      'created_at',
      'cookie_digest',
      'next_digest',
      'secret_at',
      'host_cookie',
      'sso_org',
      'factor',
      'used_at',
    ])
    .where((where) =>
      where.or([where('cookie_digest', '=', digest), where('next_digest', '=', digest)]),
    )
    .where('expires_at', '>', now)
    .executeTakeFirst();
}
