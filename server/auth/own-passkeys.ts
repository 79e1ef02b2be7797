import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { notFound } from '../../model/permissions/project.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { lockAccount } from './accounts.ts';
import type { Auth } from './auth.ts';
import {
  checkCreated,
  checkPasskey,
  creationOptions,
  MOST_PASSKEYS,
  passkeysOf,
  unknownPasskey,
} from './passkeys.ts';
import { proveSelf, type Self } from './password-change.ts';
import { codesLeft, renewCodes } from './recovery-codes.ts';
import { openedBefore, retryDigest } from './retry-keys.ts';
import type { Caller } from './caller.ts';
import { enter, retryOf, type SignedIn, signedIn } from './sign-in.ts';
import {
  deleteUnneededCodes,
  endUnproved,
  type FactorsChanged,
  noteFactor,
  personOf,
  type Proof,
  requireProvedAddress,
  withBoth,
  writeFactorMail,
} from './two-step.ts';

/**
 * Begins to add a passkey: the options for the browser. Requires the password and a proved address, as the first step
 * of an authenticator app does. Throws `bad_credentials`, `rate_limited`, `forbidden` or `conflict`.
 */
export async function beginPasskey(
  auth: Auth,
  { userId }: Self,
  given: { readonly password: string; readonly caller: Caller },
) {
  const { email, displayName } = await proveSelf(auth, { userId }, given);
  const { db } = auth.database;
  await requireProvedAddress(db, email);
  if ((await passkeysOf(db, userId)) >= MOST_PASSKEYS) throw tooMany();
  return creationOptions(auth, { userId, email, name: displayName });
}

/**
 * Adds the passkey that a browser has created. The result has the recovery codes when it is the first factor. Throws
 * `bad_credentials` or `conflict`.
 */
export async function addPasskey(
  auth: Auth,
  self: Self,
  input: {
    readonly passkey: RegistrationResponseJSON;
    readonly name: string;
    readonly caller: Caller;
  },
): Promise<FactorsChanged> {
  const { userId } = self;
  const { spend, ...created } = await checkCreated(auth, userId, input.passkey);
  const person = await personOf(auth, self, input.caller);
  const { machine } = auth;
  return auth.writer.write([], async (tx) => {
    const db = await tx.db();
    await lockAccount(db, userId);
    if (!(await spend(db))) throw unknownPasskey();
    if ((await passkeysOf(db, userId)) >= MOST_PASSKEYS) throw tooMany();
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('passkeys')
      .values({
        ...created,
        user_id: userId,
        name: input.name,
        created_at: machine.now(),
        used_at: null,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n) throw unknownPasskey();
    await noteFactor(auth, db, person, { kind: 'factor_added', subject: input.name });
    await writeFactorMail(auth, db, person, 'added');
    const codes =
      (await codesLeft(db, userId)) > 0 ? [] : await renewCodes(db, machine.random, userId);
    return { codes, ended: await endUnproved(auth, db, self) };
  });
}

/** Removes a passkey, with the password and a second factor. Throws `bad_credentials`, `rate_limited`, `not_found`. */
export function removePasskey(
  auth: Auth,
  self: Self,
  { id, ...given }: Proof & { readonly id: string },
): Promise<FactorsChanged> {
  return withBoth(auth, self, given, async (db, person) => {
    const removed = await db
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', self.userId)
      .returning('name')
      .executeTakeFirst();
    if (removed === undefined) throw new CairnError(notFound());
    await deleteUnneededCodes(db, self.userId);
    await noteFactor(auth, db, person, { kind: 'factor_removed', subject: removed.name });
    await writeFactorMail(auth, db, person, 'removed');
    return { codes: [], ended: await endUnproved(auth, db, self) };
  });
}

/**
 * Signs in by a passkey alone: the device has checked its person. Throws `bad_credentials`, alike for an unknown passkey
 * and a wrong signature. The calls are limited with those for the challenge.
 */
export async function signInByPasskey(
  auth: Auth,
  input: {
    readonly passkey: AuthenticationResponseJSON;
    readonly shared: boolean;
    readonly deviceToken: string | null;
    readonly retryKey: string | undefined;
  },
  caller: Caller,
): Promise<SignedIn> {
  const { passkey, retryKey } = input;
  const { signature } = passkey.response;
  const retry = retryOf(retryDigest(retryKey, 'sign-in', passkey.id, signature));
  const isRepeated = async (userId: string) =>
    retry !== undefined &&
    (await openedBefore(auth.database.db, retry.digest, auth.machine.now()))?.userId === userId;
  const { userId, spend } = await checkPasskey(auth, passkey, isRepeated);
  const opened = await enter(auth, {
    userId,
    admit: async (tx) => {
      await spend(await tx.db());
      return userId;
    },
    factor: true,
    deviceToken: input.deviceToken,
    caller,
    shared: input.shared,
    retry,
  });
  if (opened === undefined) throw unknownPasskey();
  return signedIn(auth, opened);
}

function tooMany(): CairnError {
  return new CairnError({
    code: 'conflict',
    message: /*i18n*/ 'You have too many passkeys. Remove those that are no longer used.',
  });
}
