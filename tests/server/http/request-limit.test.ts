import { expect, it } from 'vitest';
import { openDatabase } from '../../../server/store/open.ts';
import { foundAndSignIn } from '../../support/rest-client.ts';
import { startTestApp } from '../../support/test-app.ts';

it('made-up bearers share the limit of their network address; a session has a limit of its own', async () => {
  const database = await openDatabase({ memory: true });
  const setup = await startTestApp(database, { limits: { requestsPerMinute: 10 } });
  const { app } = setup;
  const call = async (bearer: string | undefined, remoteAddress: string) => {
    const reply = await app.fastify.inject({
      url: '/rest/flag/list/',
      headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
      remoteAddress,
    });
    return reply.statusCode;
  };
  // Two calls: signing up and in.
  const ada = await foundAndSignIn(app, 'ada@field.test', 'Field');
  const statuses = [];
  for (let index = 0; index < 12; index += 1) {
    statuses.push(await call(index % 2 === 0 ? `made-up-${index}` : undefined, '198.51.100.4'));
  }
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
  expect(await call(undefined, '198.51.100.5')).toBe(401);
  expect(await call(ada.token, '198.51.100.4')).toBe(404);
  for (let index = 0; index < 8; index += 1) await call(ada.token, `192.0.2.${index}`);
  expect([await call(ada.token, '192.0.2.100'), await call(ada.token, '192.0.2.101')]).toEqual([
    404, 429,
  ]);
  await setup.close();
  await database.close();
});

it('a household counts as one, however many addresses of its network it uses', async () => {
  const database = await openDatabase({ memory: true });
  const setup = await startTestApp(database, { limits: { requestsPerMinute: 3 } });
  const statuses = [];
  for (const end of ['1', '2', '3', '4']) {
    const { statusCode } = await setup.app.fastify.inject({
      url: '/healthz',
      remoteAddress: `2001:db8:1:2::${end}`,
    });
    statuses.push(statusCode);
  }
  expect(statuses.at(-1)).toBe(429);
  await setup.close();
  await database.close();
});
