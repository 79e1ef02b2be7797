import type { Kysely } from 'kysely';
import type { Machine } from '../shared/machine.ts';
import { digestOfSecret, newSecret } from '../shared/secrets.ts';
import type { Schema } from '../store/schema.ts';

/** Milliseconds for which a browser is remembered after a sign-in. */
export const DEVICE_MS = 365 * 24 * 60 * 60_000;

/** Remembers a browser after signing in. Returns its secret, the existing or a new one. */
export async function rememberDevice(
  db: Kysely<Schema>,
  machine: Machine,
  { userId, secret }: { readonly userId: string; readonly secret: string | undefined },
): Promise<string> {
  const kept = secret ?? newSecret(machine.random);
  const expires = machine.now() + DEVICE_MS;
  await db
    .insertInto('known_devices')
    .values({ digest: digestOfSecret(kept), user_id: userId, expires_at: expires })
    .onConflict((conflict) =>
      conflict.columns(['digest', 'user_id']).doUpdateSet({ expires_at: expires }),
    )
    .execute();
  return kept;
}

/** True when the account has signed in with this browser before. */
export async function isKnownBrowser(
  db: Kysely<Schema>,
  { userId, secret = '' }: { readonly userId: string; readonly secret: string | undefined },
  now: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices')
    .select('digest')
    .where('digest', '=', digestOfSecret(secret))
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** True when the account has signed in with any browser before that is still remembered. */
export async function hasKnownBrowser(
  db: Kysely<Schema>,
  userId: string,
  now: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices')
    .select('digest')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** The digest of a browser's secret when this account has signed in there before. */
export async function knownDevice(
  db: Kysely<Schema>,
  {
    email,
    secret,
    now,
  }: { readonly email: string; readonly secret: string | undefined; readonly now: number },
): Promise<string | undefined> {
  if (secret === undefined) return undefined;
  const row = await db
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select('known_devices.digest as digest')
    .where('known_devices.digest', '=', digestOfSecret(secret))
    .where('known_devices.expires_at', '>', now)
    .where('users.email', '=', email)
    .executeTakeFirst();
  return row?.digest;
}
