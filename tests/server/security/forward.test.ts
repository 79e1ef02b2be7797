import { createHmac } from 'node:crypto';
import { createServer as createHttp, type Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { removeOldEvents } from '../../../server/security/retention.ts';
import {
  type SecurityTarget,
  syslogTarget,
  webhookTarget,
} from '../../../server/security/targets.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { startTestApp } from '../../support/test-app.ts';
import { foundTeam } from '../support/team.ts';

type Sent = readonly { readonly kind: string; readonly id: string }[];

forEachDatabase('events for other systems', (open, openAgain) => {
  const servers: (HttpServer | Server)[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });
  const listen = async (server: HttpServer | Server) => {
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return (address satisfies AddressInfo).port;
  };

  it('wait while a target is down, with growing pauses, and arrive once it accepts them, each once', async () => {
    const state = { isDown: true, attempts: 0 };
    const sent: string[] = [];
    const target: SecurityTarget = {
      name: 'webhook',
      send: async (events: Sent) => {
        state.attempts += 1;
        if (state.isDown) throw new Error('down');
        sent.push(...events.map(({ id }) => id));
      },
    };
    const database = await open();
    const setup = await startTestApp(database, { securityTargets: [target] });
    const { forwarder } = setup.app.services;
    const { founder } = await foundTeam(setup.app, 'ada@field.test', 'Field Work');
    await Promise.all([forwarder.drain(), forwarder.drain()]);
    expect(state.attempts).toBe(1);
    await forwarder.drain();
    expect(state.attempts).toBe(1);
    for (const pause of [10_000, 20_000, 40_000]) {
      setup.clock.time += pause - 1;
      await forwarder.drain();
      const before = state.attempts;
      setup.clock.time += 1;
      await forwarder.drain();
      expect(state.attempts).toBe(before + 1);
    }
    // The process ends; another one continues.
    await setup.close();
    state.isDown = false;
    const second = await startTestApp(database, { securityTargets: [target] });
    second.clock.time = setup.clock.time + 3_600_000;
    await second.app.services.forwarder.drain();
    const rows = await database.db.selectFrom('security_log').select('id').execute();
    expect(sent.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
    expect(sent.length).toBeGreaterThan(0);
    expect(founder.orgId).toBeDefined();
    await second.app.services.forwarder.drain();
    expect(sent).toHaveLength(rows.length);
    await second.close();
  });

  it('are sent by one of two processes', async () => {
    const sent: string[] = [];
    const send = async (events: Sent) => {
      sent.push(...events.map(({ id }) => id));
    };
    const database = await open();
    const securityTargets = [{ name: 'webhook', send }];
    const setup = await startTestApp(database, { securityTargets });
    const other = await startTestApp(await openAgain(database), { securityTargets });
    await foundTeam(setup.app, 'ada@field.test', 'Field Work');
    const { forwarder } = setup.app.services;
    await Promise.all([forwarder.drain(), other.app.services.forwarder.drain()]);
    expect(new Set(sent).size).toBe(sent.length);
    expect(sent.length).toBeGreaterThan(0);
    await other.close();
    await setup.close();
  });

  it('are removed with the event at the end of its retention', async () => {
    const database = await open();
    const down = { name: 'webhook', send: () => Promise.reject(new Error('down')) };
    const setup = await startTestApp(database, { securityTargets: [down] });
    await foundTeam(setup.app, 'ada@field.test', 'Field Work');
    const { writer } = setup.app.services;
    await writer.separate(async (tx) => removeOldEvents(await tx.sql(), setup.clock.time + 1));
    expect(await database.db.selectFrom('security_forwards').selectAll().execute()).toEqual([]);
    await setup.close();
  });

  it('arrive at a webhook, signed, and a refusal or a redirect accepts nothing', async () => {
    const bodies: { text: string; signature: unknown }[] = [];
    const state = { status: 503 };
    const http = createHttp((request, reply) => {
      let text = '';
      request.setEncoding('utf8').on('data', (part: string) => (text += part));
      request.on('end', () => {
        bodies.push({ text, signature: request.headers['x-cairn-signature'] });
        reply.writeHead(state.status, { location: '/elsewhere' }).end();
      });
    });
    const url = `http://127.0.0.1:${String(await listen(http))}/events`;
    const target = webhookTarget({ url, secret: 'a secret of the receiver' });
    const setup = await startTestApp(await open(), { securityTargets: [target] });
    const { forwarder } = setup.app.services;
    await foundTeam(setup.app, 'ada@field.test', 'Field Work');
    await forwarder.drain();
    state.status = 302;
    setup.clock.time += 3_600_000;
    await forwarder.drain();
    state.status = 204;
    setup.clock.time += 3_600_000;
    await forwarder.drain();
    const before = bodies.length;
    setup.clock.time += 3_600_000;
    await forwarder.drain();
    expect(bodies).toHaveLength(before);
    const { text = '', signature } = bodies.at(-1) ?? {};
    const hmac = createHmac('sha256', 'a secret of the receiver').update(text).digest('hex');
    expect(signature).toBe(`sha256=${hmac}`);
    const { events } = JSON.parse(text);
    expect(events[0]).toMatchObject({ kind: 'sign_in', email: 'ada@field.test' });
    await setup.close();
  });

  it('arrive at a syslog server as RFC 5424 lines with their length', async () => {
    let received = '';
    const tcp = createServer((socket) => {
      socket.setEncoding('utf8').on('data', (text: string) => (received += text));
    });
    const target = syslogTarget(`tcp://127.0.0.1:${String(await listen(tcp))}`);
    const setup = await startTestApp(await open(), { securityTargets: [target] });
    await foundTeam(setup.app, 'ada@field.test', 'Field Work');
    await setup.app.services.forwarder.drain();
    const [, length = '', rest = ''] = /^(\d+) (.*)$/s.exec(received) ?? [];
    const line = Buffer.from(rest).subarray(0, Number(length)).toString();
    expect(line).toMatch(/^<85>1 \d{4}-\d\d-\d\dT[\d:.]+Z \S+ cairn - sign_in - \{.*\}$/);
    const waiting = await setup.app.services.database.db
      .selectFrom('security_forwards')
      .selectAll()
      .execute();
    expect(waiting).toEqual([]);
    await setup.close();
  });
});
