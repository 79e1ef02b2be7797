import type { Kysely } from 'kysely';
import { orgStream } from '../../model/entities/scopes.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { digestOfSecret, newSecret } from '../shared/secrets.ts';
import type { Schema } from '../store/schema.ts';
import { requireActor } from '../writer/actor.ts';
import { sweepTokens, TOKEN_PREFIX, type TokenAccess } from './api-token-rows.ts';
import type { Auth } from './auth.ts';
import {
  endFormerSecrets,
  formerUntil,
  type OverlapHours,
  replaceSecret,
} from './former-secrets.ts';
import { proveSelf, wrongPassword } from './password-change.ts';
import type { Caller } from './caller.ts';
import { originOf } from './throttle.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A token ends by itself: after a year and a day at the latest. */
export const TOKEN_DAYS = 366;
/** Tokens of a person in an organisation. */
const MOST_TOKENS = 50;
/** A token as its person sees it. Instants are milliseconds since 1970, UTC. */
export interface OwnToken {
  readonly id: string;
  readonly name: string;
  readonly access: TokenAccess;
  readonly created_at: number;
  readonly expires_at: number;
  readonly used_at: number | null;
  /** End of the former secret; null: there is none. */
  readonly former_until: number | null;
}

/** The new secret of a token, which this response alone contains. */
export interface ReplacedSecret {
  readonly id: string;
  readonly token: string;
  /** End of the former secret; null: it has ended. */
  readonly former_until: number | null;
}

/** A replacement of a secret, with the password as proof. */
export interface SecretReplacement {
  readonly id: string;
  readonly overlap_hours: OverlapHours;
  readonly password: string;
  readonly caller: Caller;
}

interface NewToken {
  readonly name: string;
  readonly access: TokenAccess;
  /** Life in days, 1 to `TOKEN_DAYS`. */
  readonly days: number;
  readonly password: string;
}

/** The person and the organisation of a call. */
type Owner = Pick<Actor, 'orgId' | 'userId' | 'orgUserId'>;

/**
 * Creates a token; the result contains the secret, which is shown once and stored as a digest. The password is
 * required: a signed-in computer alone must not yield access for a year. Throws `bad_credentials`, `rate_limited` or
 * `conflict`.
 */
export async function createToken(
  auth: Auth,
  { orgId, userId, orgUserId }: Owner,
  { name, access, days, password, caller }: NewToken & { readonly caller: Caller },
): Promise<OwnToken & { readonly token: string }> {
  const proved = await proveSelf(auth, { userId }, { password, caller });
  const { machine } = auth;
  const token = TOKEN_PREFIX + newSecret(machine.random);
  const now = machine.now();
  const row = {
    id: machine.newId(),
    name,
    access,
    created_at: now,
    expires_at: now + days * DAY_MS,
    used_at: null,
  };
  // A deactivation takes the lock of the same stream.
  await auth.writer.write([orgStream(orgId)], async (tx) => {
    const db = await tx.db();
    await requireSamePassword(db, userId, proved.hash);
    await requireActor(await tx.sql(), { orgId, userId }, machine.now());
    await sweepTokens(db, now);
    if ((await listed(db, { orgId, userId }, now)).length >= MOST_TOKENS) throw tooMany();
    await db
      .insertInto('api_tokens')
      .values({ ...row, org_id: orgId, user_id: userId, digest: digestOfSecret(token) })
      .execute();
    await auth.security.add(db, {
      kind: 'token_created',
      orgId,
      orgUserId,
      userId,
      subject: name,
      from: originOf(caller),
      details: { access, days },
    });
  });
  return { ...row, former_until: null, token };
}

/**
 * Gives one of the person's own tokens a new secret; its name, access and end stay. The former secret ends at once, or
 * after the overlap. Throws `bad_credentials`, `rate_limited`, and `not_found` for any other token.
 */
export async function rotateToken(
  auth: Auth,
  { orgId, userId, orgUserId }: Owner,
  { id, overlap_hours: hours, password, caller }: SecretReplacement,
): Promise<ReplacedSecret> {
  const proved = await proveSelf(auth, { userId }, { password, caller });
  const { machine } = auth;
  const secret = TOKEN_PREFIX + newSecret(machine.random);
  const now = machine.now();
  const former_until = await auth.writer.write([orgStream(orgId)], async (tx) => {
    const db = await tx.db();
    await requireSamePassword(db, userId, proved.hash);
    await requireActor(await tx.sql(), { orgId, userId }, now);
    const token = await db
      .selectFrom('api_tokens')
      .select(['id', 'org_id', 'user_id', 'digest', 'expires_at', 'name'])
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('org_id', '=', orgId)
      .where('expires_at', '>', now)
      .executeTakeFirst();
    if (token === undefined) throw noSuchToken();
    const digest = digestOfSecret(secret);
    const until = await replaceSecret(db, 'api_tokens', { token, digest, hours, now });
    await auth.security.add(db, {
      kind: 'token_secret_replaced',
      orgId,
      orgUserId,
      userId,
      subject: token.name,
      from: originOf(caller),
      details: { overlap_hours: hours },
    });
    return until;
  });
  return { id, token: secret, former_until };
}

/** The person's own tokens in the organisation that are valid now, the newest first. */
export async function ownTokens(auth: Auth, owner: Owner): Promise<readonly OwnToken[]> {
  const { db } = auth.database;
  const now = auth.machine.now();
  const rows = await listed(db, owner, now);
  const former = await formerUntil(db, owner, now);
  return rows
    .map((row) => ({ ...row, former_until: former.get(row.id) ?? null }))
    .toSorted(
      (left, right) => right.created_at - left.created_at || right.id.localeCompare(left.id),
    );
}

/** Ends one of the person's own tokens, from the next call on; throws `not_found` for any other. */
export async function endToken(
  auth: Auth,
  { orgId, userId, orgUserId }: Owner,
  { id, caller }: { readonly id: string; readonly caller: Caller },
): Promise<void> {
  await auth.writer.write([], async (tx) => {
    const db = await tx.db();
    const ended = await db
      .deleteFrom('api_tokens')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('org_id', '=', orgId)
      .returning('name')
      .executeTakeFirst();
    if (ended === undefined) throw noSuchToken();
    await endFormerSecrets(db, { userId, orgId, token: id });
    const from = originOf(caller);
    const event = { kind: 'token_ended', subject: ended.name, from } as const;
    await auth.security.add(db, { ...event, orgId, orgUserId, userId });
  });
}

function listed(
  db: Kysely<Schema>,
  { orgId, userId }: Pick<Owner, 'orgId' | 'userId'>,
  now: number,
): Promise<readonly Omit<OwnToken, 'former_until'>[]> {
  return db
    .selectFrom('api_tokens')
    .select(['id', 'name', 'access', 'created_at', 'expires_at', 'used_at'])
    .where('user_id', '=', userId)
    .where('org_id', '=', orgId)
    .where('expires_at', '>', now)
    .execute();
}

export function noSuchToken(): CairnError {
  return new CairnError({ code: 'not_found', message: /*i18n*/ 'There is no such token' });
}

function tooMany(): CairnError {
  return new CairnError({
    code: 'conflict',
    message: /*i18n*/ 'You have too many tokens. End those that are no longer used.',
  });
}

/** A change of the password ends every token: one that is created meanwhile must not escape it. */
async function requireSamePassword(
  db: Kysely<Schema>,
  userId: string,
  hash: string | null,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set((row) => ({ password_hash: row.ref('password_hash') }))
    .where('id', '=', userId)
    .where('password_hash', hash === null ? 'is' : '=', hash)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw wrongPassword();
}
