import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Kysely } from 'kysely';
import { CairnError } from '../../model/shared/errors.ts';
import { factorMail } from '../mail/account-mail.ts';
import { enqueueMail } from '../mail/queue.ts';
import type { SecurityEvent } from '../security/log.ts';
import type { Schema } from '../store/schema.ts';
import { accountOf, lockAccount } from './accounts.ts';
import type { Auth } from './auth.ts';
import { knownDevice } from './known-browsers.ts';
import { type Proved, proveSelf, type Self } from './password-change.ts';
import { codesLeft, deleteCodes, renewCodes } from './recovery-codes.ts';
import { factorMethodsOf, type FactorPerson, givenCode, givenPasskey } from './second-factor.ts';
import type { Caller } from './caller.ts';
import { endOtherSessions } from './sessions.ts';
import { originOf } from './throttle.ts';
import { confirmTotpCode, newTotpSecret, totpRow, totpUri } from './totp-codes.ts';

/** What a person has set up besides the password. Instants are milliseconds since 1970, UTC. */
export interface OwnFactors {
  readonly totp: { readonly created_at: number } | null;
  /** Recovery codes that are not used yet. */
  readonly recovery_codes: number;
  /** The oldest first. */
  readonly passkeys: readonly {
    readonly id: string;
    readonly name: string;
    readonly created_at: number;
    readonly used_at: number | null;
  }[];
}

interface PasswordGiven {
  readonly password: string;
  readonly caller: Caller;
}

/** Password and second factor: a code, or the signature of a passkey. */
export interface Proof extends PasswordGiven {
  readonly code?: string | undefined;
  readonly passkey?: AuthenticationResponseJSON | undefined;
}

/** Result of a change of factors. */
export interface FactorsChanged {
  /** Recovery codes that are shown once; empty when there are no new ones. */
  readonly codes: readonly string[];
  /** Ids of the sessions that have ended. */
  readonly ended: readonly string[];
}

interface CodeGiven {
  readonly code: string;
  readonly caller: Caller;
}

export async function ownFactors({ database }: Auth, { userId }: Self): Promise<OwnFactors> {
  const { db } = database;
  const totp = await db
    .selectFrom('totp_factors')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return { totp: totp ?? null, recovery_codes: await codesLeft(db, userId), passkeys };
}

/**
 * Begins to set up an authenticator app; nothing changes until its first code arrives. Requires the password, and a
 * proved address: a person who proves the mailbox of an unproved account later must not meet a stranger's factor. Throws
 * `bad_credentials`, `rate_limited`, `forbidden` or `conflict`.
 */
export async function beginTotp(
  auth: Auth,
  { userId }: Self,
  given: PasswordGiven,
): Promise<{ readonly secret: string; readonly uri: string }> {
  const { email } = await proveSelf(auth, { userId }, given);
  const secret = newTotpSecret(auth.machine.random);
  const sealed = auth.secrets.seal(secret, totpRow(userId));
  await auth.writer.write([], async (tx) => {
    const db = await tx.db();
    await requireProvedAddress(db, email);
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('totp_factors')
      .values({
        user_id: userId,
        secret: sealed,
        last_step: -1,
        created_at: auth.machine.now(),
        confirmed_at: null,
      })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet({ secret: sealed, last_step: -1, created_at: auth.machine.now() })
          .where('totp_factors.confirmed_at', 'is', null),
      )
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n) {
      throw new CairnError({
        code: 'conflict',
        message: /*i18n*/ 'You have an authenticator app already. Remove it first.',
      });
    }
  });
  return { secret, uri: totpUri(secret, email) };
}

/**
 * The first code of the app: from now on it is asked for. The result has the recovery codes when this is the first factor.
 * Throws `bad_credentials` or `rate_limited`.
 */
export async function confirmTotp(
  auth: Auth,
  self: Self,
  { code, caller }: CodeGiven,
): Promise<FactorsChanged> {
  const { userId } = self;
  const person = await personOf(auth, self, caller);
  const harmless = await auth.throttle.factor(person);
  const { machine, secrets } = auth;
  const changed = await auth.writer.write([], async (tx) => {
    const db = await tx.db();
    await lockAccount(db, userId);
    if (!(await confirmTotpCode(db, { secrets, userId, code, now: machine.now() }))) {
      throw new CairnError({
        code: 'bad_credentials',
        message:
          /*i18n*/ 'The code is not right. Check that the clock of your phone is right, and enter the newest code.',
      });
    }
    await noteFactor(auth, db, person, { kind: 'factor_added', subject: TOTP_NAME });
    await writeFactorMail(auth, db, person, 'added');
    const codes =
      (await codesLeft(db, userId)) > 0 ? [] : await renewCodes(db, machine.random, userId);
    return { codes, ended: await endUnproved(auth, db, self) };
  });
  await harmless();
  return changed;
}

/** Removes the app. Requires the password and a code. Throws `bad_credentials` or `rate_limited`. */
export function removeTotp(auth: Auth, self: Self, given: Proof): Promise<FactorsChanged> {
  return withBoth(auth, self, given, async (db, person) => {
    await db.deleteFrom('totp_factors').where('user_id', '=', self.userId).execute();
    await deleteUnneededCodes(db, self.userId);
    await noteFactor(auth, db, person, { kind: 'factor_removed', subject: TOTP_NAME });
    await writeFactorMail(auth, db, person, 'removed');
    return { codes: [], ended: await endUnproved(auth, db, self) };
  });
}

/** Replaces the recovery codes. Requires the password and a code. Throws `bad_credentials` or `rate_limited`. */
export function renewOwnCodes(auth: Auth, self: Self, given: Proof): Promise<FactorsChanged> {
  return withBoth(auth, self, given, async (db, person) => {
    const codes = await renewCodes(db, auth.machine.random, self.userId);
    await noteFactor(auth, db, person, { kind: 'recovery_codes_renewed' });
    await writeFactorMail(auth, db, person, 'codes');
    return { codes, ended: await endUnproved(auth, db, self) };
  });
}

/**
 * After a change of the account's factors: the session of the change has proved a factor, and every other one ends, so
 * that its device proves one with its next sign-in; what is unsent there stays. Returns the ids of the ended sessions. Runs
 * in a write transaction.
 */
export async function endUnproved(
  { machine }: Auth,
  db: Kysely<Schema>,
  self: Self,
): Promise<readonly string[]> {
  await db.updateTable('sessions').set({ factor: 1 }).where('id', '=', self.sessionId).execute();
  return endOtherSessions(db, self, { reason: 'factor_changed', now: machine.now() });
}

/** Removes every factor of an account; false when there was none. Runs in a write transaction. */
export async function deleteFactors(db: Kysely<Schema>, userId: string): Promise<boolean> {
  const had = (await factorMethodsOf(db, userId)).length > 0;
  await db.deleteFrom('totp_factors').where('user_id', '=', userId).execute();
  await db.deleteFrom('passkeys').where('user_id', '=', userId).execute();
  await deleteCodes(db, userId);
  return had;
}

const TOTP_NAME = 'Authenticator app';

/** Requires password and code, and does the work in the transaction that uses up the code. */
export async function withBoth<T>(
  auth: Auth,
  self: Self,
  { password, code, passkey, caller }: Proof,
  work: (db: Kysely<Schema>, person: FactorPerson) => Promise<T>,
): Promise<T> {
  const proved = await proveSelf(auth, self, { password, caller });
  const person = await personOf(auth, self, caller);
  const factor =
    passkey === undefined
      ? await givenCode(auth, person, code ?? '')
      : await givenPasskey(auth, person, passkey);
  return factor.settled(
    auth.writer.write([], async (tx) => {
      const db = await tx.db();
      await lockAccount(db, self.userId);
      await requireSamePassword(db, person.email, proved);
      await factor.spend(db);
      return work(db, person);
    }),
  );
}

export async function personOf(
  auth: Auth,
  { userId }: Self,
  caller: Caller,
): Promise<FactorPerson> {
  const { db } = auth.database;
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const now = auth.machine.now();
  const device = await knownDevice(db, { email, secret: caller.device, now });
  return { userId, email, device, caller };
}

export async function requireProvedAddress(db: Kysely<Schema>, email: string): Promise<void> {
  if ((await accountOf(db, email))?.mailbox_proved === 1) return;
  throw new CairnError({
    code: 'forbidden',
    message:
      /*i18n*/ 'Confirm your e-mail address first: open the link in the mail that was sent to you, or ask for a new one on your profile page.',
  });
}

async function requireSamePassword(
  db: Kysely<Schema>,
  email: string,
  { hash }: Proved,
): Promise<void> {
  if ((await accountOf(db, email))?.password_hash === hash) return;
  throw new CairnError({ code: 'bad_credentials', message: /*i18n*/ 'The password is not right' });
}

export async function deleteUnneededCodes(db: Kysely<Schema>, userId: string): Promise<void> {
  if ((await factorMethodsOf(db, userId)).length === 0) await deleteCodes(db, userId);
}

export function noteFactor(
  { security }: Auth,
  db: Kysely<Schema>,
  { userId, caller }: FactorPerson,
  event: Pick<SecurityEvent, 'kind' | 'subject'>,
): Promise<unknown> {
  return security.addForAccount(db, { ...event, userId, from: originOf(caller) });
}

export async function writeFactorMail(
  { machine, publicUrl }: Auth,
  db: Kysely<Schema>,
  { email }: FactorPerson,
  change: Parameters<typeof factorMail>[0]['change'],
): Promise<void> {
  const name = (await accountOf(db, email))?.display_name ?? '';
  const mail = factorMail({ to: email, name, change, link: `${publicUrl}/profilepage` });
  await enqueueMail(db, mail, { id: machine.newId(), at: machine.now() });
}
