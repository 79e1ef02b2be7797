/**
 * The real server for the bench: the app of `server/app.ts` on a port, with the built app and the
 * bench's own page, and without the limits that would distort the figures. Environment: PORT,
 * DATA_DIR or DATABASE_URL, STATIC_DIR.
 */
import { randomBytes } from 'node:crypto';
import { createApp } from '../../server/app.ts';
import { openDatabase } from '../../server/store/open.ts';
import { AUTH_LIMITS } from '../../server/auth/throttle.ts';

const port = Number(process.env['PORT']);
const databaseUrl = process.env['DATABASE_URL'] ?? '';
const database = await openDatabase(
  databaseUrl === '' ? { dataDir: process.env['DATA_DIR'] ?? '' } : { url: databaseUrl },
);
const app = await createApp({
  database,
  clock: { now: () => Date.now() },
  random: (count) => new Uint8Array(randomBytes(count)),
  mail: { send: () => Promise.resolve(), close: () => undefined },
  argon: { memoryCost: 8, timeCost: 1, parallelism: 1 },
  publicUrl: `http://127.0.0.1:${String(port)}`,
  staticDir: process.env['STATIC_DIR'] === '' ? undefined : process.env['STATIC_DIR'],
  limits: {
    requestsPerMinute: 10_000_000,
    auth: { ...AUTH_LIMITS, perAddress: { burst: 1_000, refillMs: 1 } },
  },
});
await app.fastify.listen({ port, host: '127.0.0.1' });
