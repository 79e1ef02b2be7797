import webPush from 'web-push';
import type { SecretBox, SecretRow } from '../shared/secret-box.ts';
import type { Writer } from '../writer/writer-types.ts';

/** The pair that signs this server's pushes (VAPID), base64url. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const NAME = 'vapid';
const ROW: SecretRow = ['server_keys', NAME];

/** Reads the pair, generating it the first time: all processes and backups of one database share it. */
export function loadPushKeys(writer: Writer, secrets: SecretBox): Promise<PushKeys> {
  return writer.write([], async (tx) => {
    const db = await tx.db();
    const fresh = secrets.seal(JSON.stringify(webPush.generateVAPIDKeys()), ROW);
    await db
      .insertInto('server_keys')
      .values({ name: NAME, value: fresh })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    const { value } = await db
      .selectFrom('server_keys')
      .select('value')
      .where('name', '=', NAME)
      .executeTakeFirstOrThrow();
    return keysOf(JSON.parse(secrets.open(value, ROW)));
  });
}

function keysOf(stored: unknown): PushKeys {
  const isPair = typeof stored === 'object' && stored !== null;
  const publicKey: unknown = isPair ? Reflect.get(stored, 'publicKey') : undefined;
  const privateKey: unknown = isPair ? Reflect.get(stored, 'privateKey') : undefined;
  if (typeof publicKey !== 'string' || typeof privateKey !== 'string') {
    throw new Error('The stored keys for pushes cannot be read');
  }
  return { publicKey, privateKey };
}
