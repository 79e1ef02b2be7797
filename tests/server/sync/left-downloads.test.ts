import { connect } from 'node:net';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { ok, startTeam } from '../support/team.ts';

forEachDatabase('first downloads of devices that leave', (open) => {
  it('[PULL-7.5] make room, also when they leave before the download begins', async () => {
    const team = await startTeam(open);
    const { app, founder } = team;
    const query = `stream=org:${founder.orgId ?? ''}&organization_accesskey_id=${founder.orgId ?? ''}`;
    const address = await app.fastify.listen({ port: 0, host: '127.0.0.1' });
    const leave = async () => {
      const socket = connect(Number(new URL(address).port), '127.0.0.1');
      await once(socket, 'connect');
      const lines = [
        `GET /rest/sync/bootstrap?${query} HTTP/1.1`,
        'Host: cairn.test',
        `Authorization: Bearer ${founder.token ?? ''}`,
      ];
      socket.write(`${lines.join('\r\n')}\r\n\r\n`, () => socket.resetAndDestroy());
      await once(socket, 'close');
    };
    for (let n = 0; n < 60; n += 1) await leave();
    const stream = `org:${founder.orgId ?? ''}`;
    await expect
      .poll(async () => (await founder.get('sync/bootstrap', { query: { stream } })).status)
      .toBe(200);
    ok(await founder.get('sync/bootstrap', { query: { stream } }));
    await team.setup.close();
  });
});
