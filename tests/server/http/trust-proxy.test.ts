import { expect, it } from 'vitest';
import { AUTH_LIMITS } from '../../../server/auth/throttle.ts';
import { openDatabase } from '../../../server/store/open.ts';
import { startTestApp } from '../../support/test-app.ts';

const ONE_TRY = { ...AUTH_LIMITS, perAddress: { burst: 1, refillMs: 3_600_000 } };

it.for([
  ['behind a proxy, addresses that a caller writes in front of its own', true, '198.51.100.9'],
  ['without a proxy, addresses that a caller claims', false, undefined],
] as const)('%s change nothing about how it is counted', async ([, trustProxy, seen]) => {
  const setup = await startTestApp(await openDatabase({ memory: true }), {
    trustProxy,
    limits: { auth: ONE_TRY },
  });
  const attempt = async (claimed: string, own: string | undefined = seen) => {
    const reply = await setup.app.fastify.inject({
      method: 'POST',
      url: '/rest/api/user-login/',
      headers: { 'x-forwarded-for': own === undefined ? claimed : `${claimed}, ${own}` },
      payload: { email: `${claimed}@field.test`, password: 'not the one' },
    });
    return reply.statusCode;
  };
  expect(await attempt('192.0.2.1')).toBe(400);
  expect(await attempt('192.0.2.2')).toBe(429);
  if (trustProxy) expect(await attempt('192.0.2.1', '198.51.100.10')).toBe(400);
  await setup.close();
});
