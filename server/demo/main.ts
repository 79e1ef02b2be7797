import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { PASSWORD_COST } from '../auth/passwords.ts';
import { readConfig } from '../shared/config.ts';
import { createApp } from '../app.ts';
import { configuredStorage } from '../files/configured-storage.ts';
import type { FileStorage } from '../files/storage.ts';
import type { Envelope } from '../mail/sender.ts';
import type { SecretBox } from '../shared/secret-box.ts';
import type { Database } from '../store/database.ts';
import { openSecrets } from '../store/open-secrets.ts';
import { openMarker } from '../store/marker.ts';
import { openDatabase } from '../store/open.ts';
import { fillDemo } from './fill.ts';
import { addressOf } from './gather-people.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE } from './people.ts';

/**
 * `npm run demo [-- "Name"]`: fills an organisation with plausible data and prints its sign-ins. Uses the same data as
 * the server (DATA_DIR or DATABASE_URL, S3_URL), which must not be running on an embedded database meanwhile.
 */
const DEFAULT_NAME = 'Highland Trails Trust';

async function main(): Promise<void> {
  const name = process.argv.slice(2).join(' ').trim();
  const config = readConfig(process.env);
  const { dataDir, databaseUrl } = config;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const database = await openDatabase(
    databaseUrl === undefined ? { dataDir } : { url: databaseUrl },
  );
  try {
    const marker = await openMarker(dataDir, database);
    const refusal = await whyNot(database, name);
    if (refusal !== undefined) {
      console.error(refusal);
      process.exitCode = 1;
      return;
    }
    const storage = configuredStorage(config);
    const secrets = await openSecrets(config, database, random);
    await run({ database, storage, secrets }, name === '' ? DEFAULT_NAME : name);
    await marker.confirm();
  } finally {
    await database.close();
  }
}

interface Stores {
  readonly database: Database;
  readonly storage: FileStorage;
  readonly secrets: SecretBox;
}

async function run({ database, storage, secrets }: Stores, organization: string): Promise<void> {
  const clock = { time: Date.now(), now: () => clock.time };
  const mails: Envelope[] = [];
  const app = await createApp({
    database,
    clock,
    random,
    secrets,
    // The demo's people do not exist: their mails are read here and not sent.
    mail: {
      send: async (envelope) => {
        mails.push(envelope);
      },
      close: () => undefined,
    },
    argon: PASSWORD_COST,
    fileStorage: storage,
    publicUrl: 'http://localhost',
  });
  try {
    const domain = `${
      organization
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '-')
        .replaceAll(/^-+|-+$/g, '') || 'demo'
    }.example`;
    const { services } = app;
    const made = await fillDemo({ services, clock, mails, organization, domain });
    console.log(
      `${organization}: ${made.people} people, ${made.projects} projects, ${made.calls} events.`,
    );
    console.log(`\nSign in with any of these addresses and the password  ${DEMO_PASSWORD}\n`);
    for (const person of DEMO_PEOPLE) {
      const address = addressOf({ domain }, person);
      console.log(`  ${address.padEnd(44)} ${person.role.padEnd(21)} ${person.name}`);
    }
  } finally {
    await app.close();
  }
}

/** The demo never mixes with real work: it founds an organisation of its own, under a name of its own. */
async function whyNot(database: Database, name: string): Promise<string | undefined> {
  const rows = await database.db.selectFrom('organizations').select('name').execute();
  if (rows.length > 0 && name === '') {
    return 'There are organisations here already. To add the demo as one more, name it: npm run demo -- "My demo"';
  }
  return rows.some((row) => row.name === name)
    ? `There is an organisation named "${name}" already: choose another name.`
    : undefined;
}

function random(count: number): Uint8Array {
  return new Uint8Array(randomBytes(count));
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
