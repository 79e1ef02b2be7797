import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUTH_LIMITS } from '../../../server/auth/throttle.ts';
import { type PgCluster, postgresPrograms, startPgCluster } from '../../support/pg-cluster.ts';
import { type ServerProcess, SHARED_KEY, startServer } from '../../support/start-server.ts';

const MOST = 40;

describe.skipIf(postgresPrograms() === undefined)('two server processes on one PostgreSQL', () => {
  let cluster: PgCluster | undefined;
  const servers: ServerProcess[] = [];
  beforeAll(async () => {
    cluster = await startPgCluster({ durable: false });
    const databaseUrl = await cluster.createDatabase();
    const limits = { TRUST_PROXY: '1', REQUESTS_PER_MINUTE: String(MOST) };
    const env = { ...limits, ...SHARED_KEY, LOG_LEVEL: 'silent' };
    servers.push(await startServer({ databaseUrl, env }));
    servers.push(await startServer({ databaseUrl, env }));
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
    await cluster?.stop();
  });

  /** Status and body of one call, which the proxy has sent to one process after the other. */
  const call = async (index: number, from: string, form?: object) => {
    const path = form === undefined ? 'flag/list/' : 'api/user-login/';
    const reply = await fetch(`${servers[index % servers.length]?.url ?? ''}/rest/${path}`, {
      headers: { 'x-forwarded-for': from, 'content-type': 'application/json' },
      ...(form !== undefined && { method: 'POST', body: JSON.stringify(form) }),
    });
    await reply.arrayBuffer();
    return reply.status;
  };

  it('admit the calls of one address up to one limit, whichever process they reach', async () => {
    const all = Array.from({ length: 2 * MOST }, (_, index) => call(index, '198.51.100.4'));
    const admitted = (await Promise.all(all)).filter((status) => status === 401);
    expect(admitted.length).toBe(MOST);
    expect(await call(0, '198.51.100.5')).toBe(401);
  });

  it('admit the sign-ins of one account up to one limit, whichever process they reach', async () => {
    const { burst, refillMs } = AUTH_LIMITS.perAccount;
    const started = Date.now();
    const form = { email: 'ada@field.test', password: 'not the one' };
    const all = Array.from({ length: 2 * burst }, (_, index) => call(index, '192.0.2.1', form));
    const admitted = (await Promise.all(all)).filter((status) => status === 400);
    const refilled = Math.ceil((Date.now() - started) / refillMs);
    expect(admitted.length).toBeGreaterThanOrEqual(burst);
    expect(admitted.length).toBeLessThanOrEqual(burst + refilled);
  });

  it('answer what needs no database while the database is down', async () => {
    await cluster?.kill();
    const live = async () => {
      const headers = { 'x-forwarded-for': '198.51.100.6' };
      const reply = await fetch(`${servers[0]?.url ?? ''}/healthz/live`, { headers });
      await reply.arrayBuffer();
      return reply.status;
    };
    const statuses = [];
    for (let index = 0; index < MOST + 1; index += 1) statuses.push(await live());
    expect(statuses).toEqual([...Array<number>(MOST).fill(200), 429]);
  });
});
