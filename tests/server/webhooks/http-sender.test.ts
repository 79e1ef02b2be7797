import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { createHttpSender } from '../../../server/webhooks/http-sender.ts';
import { isPublicAddress } from '../../../server/shared/public-address.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A server on this machine; returns its host with the port, and what it has received. */
async function receiver(status: number, location?: string) {
  const received: { readonly body: string; readonly headers: IncomingHttpHeaders }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part.toString();
    });
    request.on('end', () => {
      received.push({ body, headers: request.headers });
      response.writeHead(status, location === undefined ? {} : { location }).end('ignored');
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { host: `127.0.0.1:${port}`, port, received };
}

it('a delivery reaches a host of the operator’s network only when the operator has named it', async () => {
  const { host, port, received } = await receiver(204);
  const request = { url: `http://${host}/hook`, headers: { 'webhook-id': '1' }, body: '{"a":"é"}' };
  const refused = { code: 'EPRIVATE' };
  await expect(createHttpSender([])(request)).rejects.toMatchObject(refused);
  // A name that leads to this machine.
  const named = { ...request, url: `http://localhost:${port}/hook` };
  await expect(createHttpSender([])(named)).rejects.toMatchObject(refused);
  await expect(createHttpSender(['127.0.0.1:1'])(request)).rejects.toMatchObject(refused);
  expect(received).toEqual([]);
  expect(await createHttpSender([host])(request)).toBe(204);
  expect(await createHttpSender(['127.0.0.1'])(request)).toBe(204);
  expect(received[0]).toMatchObject({ body: '{"a":"é"}', headers: { 'webhook-id': '1' } });
});

it('a redirect is not followed', async () => {
  const inner = await receiver(200);
  const outer = await receiver(302, `http://${inner.host}/`);
  const send = createHttpSender([outer.host]);
  expect(await send({ url: `http://${outer.host}/`, headers: {}, body: '' })).toBe(302);
  expect(inner.received).toEqual([]);
});

it('addresses of private and special networks are not public', () => {
  for (const address of [
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '0.0.0.0',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    'fe80::1',
    'fc00::1',
    'ff02::1',
    '2001::1',
    '2002:7f00:1::',
    '2001:db8::1',
    'localhost',
    '',
  ]) {
    expect.soft([address, isPublicAddress(address)]).toEqual([address, false]);
  }
  for (const address of ['8.8.8.8', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450::1']) {
    expect.soft([address, isPublicAddress(address)]).toEqual([address, true]);
  }
});
