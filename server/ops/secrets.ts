/**
 * `npm run secrets -- rotate`: puts a new key into DATA_DIR/secrets.key and encrypts every stored secret under it; the
 * former keys stay in the file, for backups of their time. `npm run secrets -- discard`: after the loss of a key,
 * deletes what it encrypted. No server may be running.
 */
import { randomFillSync } from 'node:crypto';
import { readConfig } from '../shared/config.ts';
import { createSecretBox, KEY_BYTES } from '../shared/secret-box.ts';
import { openDatabase } from '../store/open.ts';
import { createKeyFile, keyFileOf, readKeyFile, replaceKeyFile } from '../store/secret-keys.ts';
import { discardUnreadable, sealStored } from '../store/stored-secrets.ts';

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const { databaseUrl, dataDir, secretsKeys } = readConfig(process.env);
  const [, , task] = process.argv;
  if (task !== 'rotate' && task !== 'discard') {
    throw new Error('Say what to do: npm run secrets -- rotate, or npm run secrets -- discard');
  }
  if (task === 'rotate' && secretsKeys !== undefined) {
    throw new Error('Put a new key in front of the others in SECRETS_KEY and start the server.');
  }
  const database = await openDatabase(
    databaseUrl === undefined ? { dataDir } : { url: databaseUrl },
  );
  try {
    if (task === 'rotate') {
      const keys = [random(KEY_BYTES), ...(readKeyFile(dataDir) ?? [])];
      // The file first: a kill from here on leaves secrets whose keys are all in it.
      replaceKeyFile(dataDir, keys);
      const count = await sealStored(database, createSecretBox(keys, random));
      process.stdout.write(
        `${String(count)} secrets are encrypted under a new key in ${keyFileOf(dataDir)}. Keep a copy of this file.\n`,
      );
      return;
    }
    const keys = secretsKeys ?? readKeyFile(dataDir) ?? createKeyFile(dataDir, random);
    const box = createSecretBox(keys, random);
    for (const [table, count] of await discardUnreadable(database, box)) {
      process.stdout.write(`${String(count)} rows of ${table} could not be decrypted: deleted.\n`);
    }
    await sealStored(database, box);
    process.stdout.write('Every secret in the database can be decrypted.\n');
  } finally {
    await database.close();
  }
}

function random(count: number): Uint8Array {
  return randomFillSync(new Uint8Array(count));
}
