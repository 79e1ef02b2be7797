import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { orgStream } from '../../../model/entities/scopes.ts';
import type { AppOptions } from '../../../server/http/services.ts';
import type { Database } from '../../../server/store/database.ts';
import { openDatabase } from '../../../server/store/open.ts';
import { PASSWORD } from '../../support/rest-client.ts';
import { startTestApp } from '../../support/test-app.ts';
import { foundTeam, freshId, ok } from '../support/team.ts';

const STOP = { requestsMs: 300, queuesMs: 300 };
/** Far below the shortest timeout that would end any of these waits by itself. */
const BOUND_MS = 5_000;

const sockets: Socket[] = [];
const databases: Database[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const database of databases.splice(0)) await database.close();
});

async function start(options: Partial<AppOptions> = {}) {
  const database = await openDatabase({ memory: true });
  databases.push(database);
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const limits = { stop: STOP };
  const setup = await startTestApp(database, { log, limits, ...options });
  const team = await foundTeam(setup.app, 'ada@field.test', 'Field Work');
  await setup.app.fastify.listen({ port: 0, host: '127.0.0.1' });
  return { setup, lines, ...team };
}

type Scene = Awaited<ReturnType<typeof start>>;

/** A connection that has sent some text and reads only on request. */
async function send({ setup }: Scene, text: string): Promise<Socket> {
  const address = setup.app.fastify.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text.replaceAll('\n', '\r\n'));
  return socket;
}

async function expectBoundedClose({ setup }: Scene): Promise<void> {
  const begun = performance.now();
  await setup.close();
  expect(performance.now() - begun).toBeLessThan(BOUND_MS);
}

it('a stop ends a response that its client has stopped to read', async () => {
  const endless = () =>
    new Readable({
      read() {
        this.push(Buffer.alloc(65_536));
      },
    });
  const scene = await start({ openArchive: endless });
  const asked = { password: PASSWORD };
  const { body } = ok(await scene.founder.post('organization-archive/request/', asked));
  const socket = await send(scene, `GET ${body.data.path} HTTP/1.1\nHost: cairn.test\n\n`);
  await once(socket, 'readable');
  await expectBoundedClose(scene);
  const said = scene.lines.join('');
  expect(said).toContain('the stop ends the connections that are left');
  expect(said).toContain('GET /rest/organization-archive/:id');
  expect(said).not.toContain(body.data.path);
}, 30_000);

it('a stop ends a request whose body does not arrive, and a connection without one', async () => {
  const scene = await start();
  const { founder } = scene;
  await send(scene, '');
  await send(scene, 'GET /healthz HTTP/1.1\nHost: cai');
  await send(
    scene,
    `POST /rest/workspace/create/?organization_accesskey_id=${founder.orgId} HTTP/1.1
Host: cairn.test
Authorization: Bearer ${founder.token}
Content-Type: application/json
Content-Length: 1000

{"name":`,
  );
  await expectBoundedClose(scene);
}, 30_000);

it('a stop ends a socket whose client does not answer', async () => {
  const scene = await start();
  const socket = await send(
    scene,
    `GET /ws/sync/ HTTP/1.1
Host: cairn.test
Connection: Upgrade
Upgrade: websocket
Sec-WebSocket-Version: 13
Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==

`,
  );
  const [first] = await once(socket, 'data');
  expect(String(first)).toContain('101 Switching Protocols');
  await expectBoundedClose(scene);
}, 30_000);

it('a stop leaves a webhook and a mail server that do not answer, and says so', async () => {
  const never = () => Promise.withResolvers<never>().promise;
  const scene = await start({
    sendWebhook: never,
    mail: { send: never, close: () => undefined },
  });
  const url = 'https://hooks.example.org/cairn';
  ok(await scene.founder.post('api/webhook/create/', { url }));
  ok(await scene.founder.post('workspace/create/', { name: 'Harbour', desc: '' }));
  await expectBoundedClose(scene);
  const said = scene.lines.join('');
  expect(said).toContain('"waiting_for":"webhooks"');
}, 30_000);

it('a stop waits for a write that waits for its turn, and acknowledges it', async () => {
  const scene = await start({ limits: { stop: { requestsMs: 20_000, queuesMs: 300 } } });
  const { setup, founder, lines } = scene;
  const held = Promise.withResolvers<void>();
  const before = setup.app.services.writer.write(
    [orgStream(String(founder.orgId))],
    () => held.promise,
  );
  const id = freshId();
  const body = JSON.stringify({ id, name: 'Harbour', desc: '' });
  const socket = await send(
    scene,
    `POST /rest/workspace/create/?organization_accesskey_id=${founder.orgId} HTTP/1.1
Host: cairn.test
Authorization: Bearer ${founder.token}
Content-Type: application/json
Content-Length: ${Buffer.byteLength(body)}

${body}`,
  );
  const answered = once(socket, 'data');
  await new Promise((resolve) => setTimeout(resolve, 100));
  const closed = expectBoundedClose(scene);
  setTimeout(held.resolve, 2_500);
  const [answer] = await answered;
  expect(String(answer)).toContain('HTTP/1.1 200 OK');
  await before;
  await closed;
  const rows = await setup.app.services.database.db
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', id)
    .execute();
  expect(rows).toEqual([{ id }]);
  expect(lines.join('')).toContain('"requests":["POST /rest/workspace/create/"]');
}, 30_000);
