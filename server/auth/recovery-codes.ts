import type { Kysely } from 'kysely';
import { digestOfSecret, type RandomBytes } from '../shared/secrets.ts';
import type { Schema } from '../store/schema.ts';

/** Codes of a person at a time. */
export const RECOVERY_CODES = 10;
/** 120 random bits: a plain digest is enough, since nobody can try them all. */
const CODE_CHARACTERS = 24;
/** 32 letters and digits that are not mistaken for one another. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz023456789';

/**
 * Replaces the person's recovery codes by ten new ones and returns these: only digests are stored. Runs in a write
 * transaction.
 */
export async function renewCodes(
  db: Kysely<Schema>,
  random: RandomBytes,
  userId: string,
): Promise<readonly string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => newCode(random));
  await deleteCodes(db, userId);
  await db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, digest: digestOf(userId, code) })))
    .execute();
  return codes;
}

export async function deleteCodes(db: Kysely<Schema>, userId: string): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

/** Number of codes that are not used yet. */
export async function codesLeft(db: Kysely<Schema>, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Uses a code up: false for a wrong or used one. Runs in a write transaction. */
export async function spendRecoveryCode(
  db: Kysely<Schema>,
  userId: string,
  code: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('digest', '=', digestOf(userId, code))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** `abcd-efgh-jkmn-pqrs-tuvw-xyz2`. */
function newCode(random: RandomBytes): string {
  const letters = [...random(CODE_CHARACTERS)].map((byte) => ALPHABET[byte % ALPHABET.length]);
  return letters.join('').replaceAll(/(.{4})(?=.)/g, '$1-');
}

/** Without what people add or leave out when they type it. */
function digestOf(userId: string, code: string): string {
  return digestOfSecret(`${userId} ${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`);
}
