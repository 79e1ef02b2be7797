import { createSecretBox, type SecretBox } from '../shared/secret-box.ts';
import type { RandomBytes } from '../shared/secrets.ts';
import type { Database } from './database.ts';
import { createKeyFile, readKeyFile } from './secret-keys.ts';
import { missingKey, neededKeys, sealStored } from './stored-secrets.ts';

interface SecretsPlace {
  readonly dataDir: string;
  /** Keys of `SECRETS_KEY`; undefined: those of the file in the data folder. */
  readonly secretsKeys: readonly Uint8Array[] | undefined;
}

/**
 * The server's key, created at the first start, and every stored secret encrypted under it. Throws, with a text for the
 * operator, when the database needs a key that is missing; no key is created then.
 */
export async function openSecrets(
  { dataDir, secretsKeys }: SecretsPlace,
  database: Database,
  random: RandomBytes,
): Promise<SecretBox> {
  const given = secretsKeys ?? readKeyFile(dataDir);
  if (given === undefined) {
    const [needed] = await neededKeys(database);
    if (needed !== undefined) throw missingKey(needed);
  }
  const box = createSecretBox(given ?? createKeyFile(dataDir, random), random);
  await sealStored(database, box);
  return box;
}
