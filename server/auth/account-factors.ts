import type { Kysely } from 'kysely';
import type { Schema } from '../store/schema.ts';

/** True for an account with an authenticator app that has proved itself, or a passkey. */
export async function hasFactor(db: Kysely<Schema>, userId: string): Promise<boolean> {
  const app = db
    .selectFrom('totp_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null);
  const passkey = db.selectFrom('passkeys').select('user_id').where('user_id', '=', userId);
  return (await app.unionAll(passkey).limit(1).executeTakeFirst()) !== undefined;
}
