import type { Kysely } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { SecretBox, SecretRow } from '../shared/secret-box.ts';
import type { RandomBytes } from '../shared/secrets.ts';
import type { Schema } from '../store/schema.ts';

/** Length of a secret (RFC 4226, 4: 160 bits). */
const SECRET_BYTES = 20;
/** Codes of the step before and after are accepted: clocks differ, and people type slowly. */
const WINDOW = 1;
const CODE = /^\d{6}$/;

/** A new secret, base32, as authenticator apps take it. */
export function newTotpSecret(random: RandomBytes): string {
  const { buffer, byteOffset, byteLength } = random(SECRET_BYTES);
  return new Secret({ buffer: buffer.slice(byteOffset, byteOffset + byteLength) }).base32;
}

/** Address that an app reads from a QR code: `otpauth://totp/Cairn:ada@example.org?...`. */
export function totpUri(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

/** Whose secret it is, for its encryption. */
export function totpRow(userId: string): SecretRow {
  return ['totp_factors', userId];
}

/** True for an account whose app has proved itself by a first code. */
export async function hasTotp(db: Kysely<Schema>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('totp_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

interface GivenCode {
  readonly secrets: SecretBox;
  readonly userId: string;
  /** As it was typed. */
  readonly code: string;
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
}

/**
 * Uses up a code of the person's app: false for a wrong one, and for one of a time step that was used before. Of two
 * concurrent calls with one code, one succeeds. Runs in a write transaction.
 */
export async function spendTotp(db: Kysely<Schema>, given: GivenCode): Promise<boolean> {
  const step = await stepOf(db, given, true);
  if (step === undefined) return false;
  const { numUpdatedRows } = await db
    .updateTable('totp_factors')
    .set({ last_step: step })
    .where('user_id', '=', given.userId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The same for the first code of an app, which confirms it. */
export async function confirmTotpCode(db: Kysely<Schema>, given: GivenCode): Promise<boolean> {
  const step = await stepOf(db, given, false);
  if (step === undefined) return false;
  const { numUpdatedRows } = await db
    .updateTable('totp_factors')
    .set({ last_step: step, confirmed_at: given.now })
    .where('user_id', '=', given.userId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The time step of a right code, by the secret of a confirmed or an unconfirmed app. */
async function stepOf(
  db: Kysely<Schema>,
  { secrets, userId, code, now }: GivenCode,
  isConfirmed: boolean,
): Promise<number | undefined> {
  const token = code.replaceAll(/\s/g, '');
  if (!CODE.test(token)) return undefined;
  const row = await db
    .selectFrom('totp_factors')
    .select(['secret', 'confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (row === undefined || (row.confirmed_at !== null) !== isConfirmed) return undefined;
  const totp = totpOf(secrets.open(row.secret, totpRow(userId)), '');
  const delta = totp.validate({ token, timestamp: now, window: WINDOW });
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta;
}

/** SHA-1, 6 digits and 30 seconds are what every app can do; HMAC does not depend on collisions of its hash. */
function totpOf(secret: string, label: string): TOTP {
  return new TOTP({ issuer: 'Cairn', label, algorithm: 'SHA1', digits: 6, period: 30, secret });
}
