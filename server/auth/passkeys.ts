import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Kysely } from 'kysely';
import { CairnError } from '../../model/shared/errors.ts';
import { digestOfSecret, newSecret } from '../shared/secrets.ts';
import type { Schema } from '../store/schema.ts';
import type { Auth } from './auth.ts';

/** Time for the person to confirm on their device. */
const CHALLENGE_MS = 5 * 60_000;
export const MOST_PASSKEYS = 20;

/** Whose site a passkey is for. */
interface RelyingParty {
  readonly id: string;
  readonly origins: readonly string[];
}

/**
 * The site is the host of the public address. A passkey cannot be for a numeric address: there, on a laptop, it is for
 * `localhost`.
 */
export function relyingPartyOf(publicUrl: string): RelyingParty {
  const { protocol, hostname, port, origin } = new URL(publicUrl);
  const isNumeric = /^[\d.]+$|^\[/.test(hostname);
  if (!isNumeric) return { id: hostname, origins: [origin] };
  const local = `${protocol}//localhost${port === '' ? '' : `:${port}`}`;
  return { id: 'localhost', origins: [local] };
}

/** Options with which a browser creates a passkey; the challenge in them is valid once, for this person. */
export async function creationOptions(
  auth: Auth,
  person: { readonly userId: string; readonly email: string; readonly name: string },
) {
  const { db } = auth.database;
  const known = await db
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', person.userId)
    .execute();
  const challenge = await newChallenge(auth, person.userId);
  return generateRegistrationOptions({
    rpName: 'Cairn',
    rpID: relyingPartyOf(auth.publicUrl).id,
    userName: person.email,
    userDisplayName: person.name,
    userID: new TextEncoder().encode(`cairn ${person.userId}`),
    challenge,
    attestationType: 'none',
    excludeCredentials: known.map(({ id }) => ({ id })),
    // Found without an address, and unlocked by its person: such a passkey signs in alone.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Options with which a browser signs in by any passkey of this site: they do not depend on an account. */
export async function requestOptions(auth: Auth) {
  return generateAuthenticationOptions({
    rpID: relyingPartyOf(auth.publicUrl).id,
    challenge: await newChallenge(auth, ''),
    userVerification: 'required',
  });
}

export interface NewPasskey {
  readonly id: string;
  readonly public_key: string;
  readonly counter: number;
  readonly transports: string;
  /** Uses up the challenge; false when it was unknown, for somebody else, used or too old. */
  readonly spend: (db: Kysely<Schema>) => Promise<boolean>;
}

/** Checks what a browser returned for `creationOptions`; throws `bad_credentials`. */
export async function checkCreated(
  auth: Auth,
  userId: string,
  response: RegistrationResponseJSON,
): Promise<NewPasskey> {
  const { id, origins } = relyingPartyOf(auth.publicUrl);
  let answered = '';
  const checked = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => {
      answered = textOf(challenge);
      return true;
    },
    expectedOrigin: [...origins],
    expectedRPID: id,
    requireUserVerification: true,
  }).catch(refuseUnreadable);
  if (!checked.verified) throw unknownPasskey();
  const { credential } = checked.registrationInfo;
  return {
    id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: JSON.stringify(credential.transports ?? []),
    spend: (db) => spendChallenge(auth, db, { challenge: answered, userId }),
  };
}

export interface CheckedPasskey {
  readonly userId: string;
  /**
   * Uses up the challenge and counts the signature; throws `bad_credentials` when the challenge was used before, or the
   * passkey was removed. Runs in a write transaction.
   */
  readonly spend: (db: Kysely<Schema>) => Promise<void>;
}

/**
 * Checks the signature of a passkey. `isRepeated`: the call was answered before, with this same signature, so that its
 * challenge is used up. Throws `bad_credentials`.
 */
export async function checkPasskey(
  auth: Auth,
  response: AuthenticationResponseJSON,
  isRepeated: (userId: string) => Promise<boolean> = () => Promise.resolve(false),
): Promise<CheckedPasskey> {
  const row = await auth.database.db
    .selectFrom('passkeys')
    .selectAll()
    .where('id', '=', response.id)
    .executeTakeFirst();
  if (row === undefined) throw unknownPasskey();
  const repeats = await isRepeated(row.user_id);
  const { id, origins } = relyingPartyOf(auth.publicUrl);
  let answered = '';
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => {
      answered = textOf(challenge);
      return true;
    },
    expectedOrigin: [...origins],
    expectedRPID: id,
    credential: {
      id: row.id,
      publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
      counter: repeats ? 0 : row.counter,
    },
    requireUserVerification: true,
  }).catch(refuseUnreadable);
  if (!checked.verified) throw unknownPasskey();
  return {
    userId: row.user_id,
    spend: async (db) => {
      if (repeats && (await isRepeated(row.user_id))) return;
      if (!(await spendChallenge(auth, db, { challenge: answered, userId: '' })))
        throw unknownPasskey();
      const { numUpdatedRows } = await db
        .updateTable('passkeys')
        .set({ counter: checked.authenticationInfo.newCounter, used_at: auth.machine.now() })
        .where('id', '=', row.id)
        .where('user_id', '=', row.user_id)
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) throw unknownPasskey();
    },
  };
}

/** Number of a person's passkeys. */
export async function passkeysOf(db: Kysely<Schema>, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('passkeys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function newChallenge({ machine, writer }: Auth, userId: string) {
  const challenge = newSecret(machine.random);
  const now = machine.now();
  await writer.write([], async (tx) => {
    const db = await tx.db();
    await db.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute();
    await db
      .insertInto('passkey_challenges')
      .values({
        digest: digestOfSecret(challenge),
        user_id: userId,
        expires_at: now + CHALLENGE_MS,
      })
      .execute();
  });
  return new TextEncoder().encode(challenge);
}

async function spendChallenge(
  { machine }: Auth,
  db: Kysely<Schema>,
  { challenge, userId }: { readonly challenge: string; readonly userId: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenges')
    .where('digest', '=', digestOfSecret(challenge))
    .where('user_id', '=', userId)
    .where('expires_at', '>', machine.now())
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** The challenge as it was generated: the browser returns its bytes in base64url. */
function textOf(challenge: string): string {
  return Buffer.from(challenge, 'base64url').toString('utf8');
}

/** The library throws for everything that a response may lack. */
function refuseUnreadable(cause: unknown): never {
  throw new CairnError(UNKNOWN, { cause });
}

export function unknownPasskey(): CairnError {
  return new CairnError(UNKNOWN);
}

const UNKNOWN = {
  code: 'bad_credentials',
  message: /*i18n*/ 'This passkey is not known here, or it took too long. Try again.',
} as const;
