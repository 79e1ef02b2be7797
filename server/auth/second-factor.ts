import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Kysely } from 'kysely';
import { CairnError } from '../../model/shared/errors.ts';
import { recoveryCodeUsedMail } from '../mail/account-mail.ts';
import { enqueueMail } from '../mail/queue.ts';
import type { Schema } from '../store/schema.ts';
import type { Auth } from './auth.ts';
import { noteFailedAttempt, withLimitLogged } from './failed-attempts.ts';
import { codesLeft, spendRecoveryCode } from './recovery-codes.ts';
import { checkPasskey, passkeysOf, unknownPasskey } from './passkeys.ts';
import { openedBefore, type RetryKey } from './retry-keys.ts';
import type { Caller } from './caller.ts';
import { originOf } from './throttle.ts';
import { hasTotp, spendTotp } from './totp-codes.ts';

/** Ways to prove oneself besides the password, in the order in which they are offered. */
export type FactorMethod = 'passkey' | 'totp' | 'recovery';

/** Whose factor is checked, and from where. */
export interface FactorPerson {
  readonly userId: string;
  readonly email: string;
  /** Digest of the browser's secret when the account has signed in there before. */
  readonly device: string | undefined;
  readonly caller: Caller;
}

/** A code that was given: it is used up in the transaction of what it permits. */
export interface GivenFactor {
  /** Uses the code up; throws `bad_credentials` for a wrong or used one. Runs in a write transaction. */
  readonly spend: (db: Kysely<Schema>) => Promise<void>;
  /** Waits for the work that calls `spend`: a wrong code is logged, and any other outcome gives the attempt back. */
  readonly settled: <T>(work: Promise<T>) => Promise<T>;
}

/** Methods of an account; empty without a second factor. */
export async function factorMethodsOf(
  db: Kysely<Schema>,
  userId: string,
): Promise<readonly FactorMethod[]> {
  const methods: FactorMethod[] = [];
  if ((await passkeysOf(db, userId)) > 0) methods.push('passkey');
  if (await hasTotp(db, userId)) methods.push('totp');
  if (methods.length > 0 && (await codesLeft(db, userId)) > 0) methods.push('recovery');
  return methods;
}

/** Throws `factor_required` for an account with a second factor. */
export async function requireNoFactor(db: Kysely<Schema>, userId: string): Promise<void> {
  const methods = await factorMethodsOf(db, userId);
  if (methods.length > 0) throw factorRequired(methods);
}

/**
 * The second factor of a sign-in; undefined for an account without one. Call it after the password was right: what it
 * throws shows that the account exists. A repeated call whose first one has opened a session needs no second code: the
 * first code is used up. Throws `factor_required` without a code, and `rate_limited`.
 */
export async function requireFactor(
  auth: Auth,
  {
    person,
    code,
    retry,
  }: {
    readonly person: FactorPerson;
    readonly code: string | undefined;
    readonly retry?: RetryKey | undefined;
  },
): Promise<GivenFactor | undefined> {
  const { db } = auth.database;
  const methods = await factorMethodsOf(db, person.userId);
  if (methods.length === 0) return undefined;
  if (retry !== undefined && (await isRepeated(auth, db, { retry, userId: person.userId }))) {
    const spend = async (tx: Kysely<Schema>) => {
      if (!(await isRepeated(auth, tx, { retry, userId: person.userId })))
        throw factorRequired(methods);
    };
    return { spend, settled: (work) => work };
  }
  if (code === undefined) throw factorRequired(methods);
  return givenCode(auth, person, code);
}

/** A code, counted against the limits of its account until it proves right. Throws `rate_limited`. */
export async function givenCode(
  auth: Auth,
  { userId, email, device, caller }: FactorPerson,
  code: string,
): Promise<GivenFactor> {
  const { throttle, machine, secrets } = auth;
  const harmless = await withLimitLogged(auth, { email, caller }, () =>
    throttle.factor({ userId, device }),
  );
  const wrong = wrongCode();
  return {
    spend: async (db) => {
      if (await spendTotp(db, { secrets, userId, code, now: machine.now() })) return;
      if (!(await spendRecoveryCode(db, userId, code))) throw wrong;
      await noteRecoveryCode(auth, db, { userId, email, caller });
    },
    settled: async (work) => {
      try {
        const result = await work;
        await harmless();
        return result;
      } catch (error) {
        if (error === wrong) await noteFailedAttempt(auth, { kind: 'factor_wrong', email, caller });
        else await harmless();
        throw error;
      }
    },
  };
}

/** The signature of one of the person's own passkeys. Throws `bad_credentials`. */
export async function givenPasskey(
  auth: Auth,
  { userId }: Pick<FactorPerson, 'userId'>,
  passkey: AuthenticationResponseJSON,
): Promise<GivenFactor> {
  const checked = await checkPasskey(auth, passkey);
  if (checked.userId !== userId) throw unknownPasskey();
  return { spend: checked.spend, settled: (work) => work };
}

async function isRepeated(
  { machine }: Auth,
  db: Kysely<Schema>,
  { retry, userId }: { readonly retry: RetryKey; readonly userId: string },
): Promise<boolean> {
  return (await openedBefore(db, retry.digest, machine.now()))?.userId === userId;
}

async function noteRecoveryCode(
  { security, machine, publicUrl }: Auth,
  db: Kysely<Schema>,
  { userId, email, caller }: Omit<FactorPerson, 'device'>,
): Promise<void> {
  const left = await codesLeft(db, userId);
  const from = originOf(caller);
  await security.addForAccount(db, {
    kind: 'recovery_code_used',
    userId,
    from,
    details: { left },
  });
  const account = await db
    .selectFrom('users')
    .select('display_name')
    .where('id', '=', userId)
    .executeTakeFirst();
  const mail = recoveryCodeUsedMail({
    to: email,
    name: account?.display_name ?? '',
    left,
    link: `${publicUrl}/profilepage`,
  });
  await enqueueMail(db, mail, { id: machine.newId(), at: machine.now() });
}

function factorRequired(methods: readonly FactorMethod[]): CairnError {
  return new CairnError({
    code: 'factor_required',
    message: /*i18n*/ 'This account has a two-step sign-in: sign in on the sign-in page first',
    details: { methods },
  });
}

function wrongCode(): CairnError {
  return new CairnError({
    code: 'bad_credentials',
    message: /*i18n*/ 'The code is not right, or it was used already',
  });
}
