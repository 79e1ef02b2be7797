import { once } from 'node:events';
import { expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { openDatabase } from '../../../server/store/open.ts';
import { foundAndSignIn } from '../../support/rest-client.ts';
import { startTestApp } from '../../support/test-app.ts';

it('one person has fifty sockets; one more closes the oldest and nobody else’s', async () => {
  const database = await openDatabase({ memory: true });
  const setup = await startTestApp(database);
  const ada = await foundAndSignIn(setup.app, 'ada@field.test', 'Field');
  const eve = await foundAndSignIn(setup.app, 'eve@other.test', 'Other');
  const open = async (client: typeof ada): Promise<WebSocket> => {
    const socket = await setup.app.fastify.injectWS('/ws/sync/', {
      headers: { host: 'cairn.test' },
    });
    const ready = once(socket, 'message');
    const { token, orgId: organization } = client;
    socket.send(JSON.stringify({ type: 'hello', token, organization, schema: 1 }));
    await ready;
    return socket;
  };
  const other = await open(eve);
  const first = await open(ada);
  const message = once(first, 'message');
  for (let count = 1; count < 50; count += 1) await open(ada);
  expect(first.readyState).toBe(first.OPEN);
  const last = await open(ada);
  const [frame] = await message;
  expect(JSON.parse(String(frame))).toEqual({ type: 'closed', code: 'rate_limited' });
  expect(last.readyState).toBe(last.OPEN);
  expect(other.readyState).toBe(other.OPEN);
  await setup.close();
  await database.close();
});
