/**
 * The real server for the bench: the app of `server/app.ts` on a port, with the built app and the
 * bench's own page, and without the limits that would distort the figures. Environment: PORT,
 * DATA_DIR or DATABASE_URL, STATIC_DIR. Links of mails are written to `links.txt` in DATA_DIR.
 */
import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createApp } from '../../server/app.ts';
import { folderStorage } from '../../server/files/folder-storage.ts';
import { openDatabase } from '../../server/store/open.ts';
import { testSecrets } from '../support/test-secrets.ts';
import { AUTH_LIMITS } from '../../server/auth/throttle.ts';

const port = Number(process.env['PORT']);
const dataDir = process.env['DATA_DIR'] ?? '';
const databaseUrl = process.env['DATABASE_URL'] ?? '';
const database = await openDatabase(databaseUrl === '' ? { dataDir } : { url: databaseUrl });
const app = await createApp({
  database,
  clock: { now: () => Date.now() },
  random: (count) => new Uint8Array(randomBytes(count)),
  secrets: testSecrets,
  mail: {
    send: async ({ to, link }) => {
      mkdirSync(dataDir, { recursive: true });
      appendFileSync(join(dataDir, 'links.txt'), `${to} ${link ?? ''}\n`);
    },
    close: () => undefined,
  },
  fileStorage: folderStorage(join(dataDir, 'files')),
  argon: { memoryCost: 8, timeCost: 1, parallelism: 1 },
  publicUrl: `http://127.0.0.1:${String(port)}`,
  staticDir: process.env['STATIC_DIR'] === '' ? undefined : process.env['STATIC_DIR'],
  limits: {
    requestsPerMinute: 10_000_000,
    auth: { ...AUTH_LIMITS, perAddress: { burst: 1_000, refillMs: 1 } },
  },
});
await app.fastify.listen({ port, host: '127.0.0.1' });
