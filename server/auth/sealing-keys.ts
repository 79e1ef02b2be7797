import { generateKeyPairSync } from 'node:crypto';
import type { SealingKeys } from '../../model/protocol/sealing-keys.ts';
import type { SecretRow } from '../shared/secret-box.ts';
import type { Auth } from './auth.ts';

/** ECDH on P-256: supported by every browser that runs Cairn, unlike X25519. */
const CURVE = 'P-256';
/** Length of an uncompressed point, with which the SPKI form of a P-256 key ends. */
const POINT_BYTES = 65;

/**
 * The key pair of a person, generated at the first request. A device encrypts under the public half what it stores
 * while the person is signed out, and reads the private half only after they have signed in (decision 0043).
 */
export async function sealingKeysOf(auth: Auth, userId: string): Promise<SealingKeys> {
  const { private_key, public_key } = (await stored(auth, userId)) ?? (await made(auth, userId));
  return { public_key, private_key: auth.secrets.open(private_key, keyRow(userId)) };
}

/** The same for the person's own session, a limited number of times. Throws `rate_limited`. */
export async function privateSealingKey(auth: Auth, userId: string): Promise<SealingKeys> {
  await auth.throttle.sealingKey(userId);
  await auth.writer.separate(async (tx) => {
    await auth.security.addForAccount(await tx.db(), { kind: 'key_read', userId });
  });
  return sealingKeysOf(auth, userId);
}

/** Whose key it is, for its encryption. */
function keyRow(userId: string): SecretRow {
  return ['sealing_keys', userId];
}

function stored({ database }: Auth, userId: string): Promise<SealingKeys | undefined> {
  return database.db
    .selectFrom('sealing_keys')
    .select(['public_key', 'private_key'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Of two concurrent calls that generate a pair, the first one's is stored and returned to both. */
async function made(auth: Auth, userId: string): Promise<SealingKeys> {
  // Synchronous: it takes a fraction of a millisecond, and off the event loop it would end at a time that no seed of
  // the simulation repeats.
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: CURVE });
  const point = publicKey.export({ type: 'spki', format: 'der' }).subarray(-POINT_BYTES);
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' });
  return auth.writer.write([], async (tx) => {
    const db = await tx.db();
    await db
      .insertInto('sealing_keys')
      .values({
        user_id: userId,
        public_key: point.toString('base64url'),
        private_key: auth.secrets.seal(pkcs8.toString('base64url'), keyRow(userId)),
        created_at: tx.at,
      })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .execute();
    return db
      .selectFrom('sealing_keys')
      .select(['public_key', 'private_key'])
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
  });
}
