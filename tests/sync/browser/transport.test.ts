import { createServer } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { createHttp } from '../../../sync/browser/http.ts';
import { httpTransport } from '../../../sync/browser/transport.ts';
import { freePort } from '../../support/free-port.ts';
import { fakeMachine } from '../support/fake-machine.ts';

let end = () => Promise.resolve();
afterEach(() => end());

/** A server of an older build, or a proxy, that refuses `POST sync/bootstrap` with this response. */
async function startOlderServer(status: number, body: string) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    asked.push(`${request.method ?? ''} ${path}`);
    request.resume().on('end', () => {
      if (request.method === 'POST') response.writeHead(status).end(body);
      else response.end('{"kind":"end"}\n');
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  end = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const transport = httpTransport({
    http: createHttp(`http://127.0.0.1:${String(port)}`, fakeMachine().ports),
    session: { token: () => 't' },
    orgId: '1',
    refresh: () => Promise.reject(new Error('No token is renewed here')),
  });
  return { transport, asked };
}

const UNKNOWN = JSON.stringify({ success: false, code: 'not_found', message: 'Not found' });
const REFUSALS = [
  [404, UNKNOWN],
  [404, '<h1>Not found</h1>'],
  [405, '<h1>Method not allowed</h1>'],
] as const;

it.each(REFUSALS)(
  '[OUT-2.3] a server that has no call for outlines (%i %s) sends a download without them',
  async (status, body) => {
    const { transport, asked } = await startOlderServer(status, body);
    const reply = await transport.bootstrap({ stream: 'org:1', first: null, held: [], tasks: [] });
    expect(reply.ok).toBe(true);
    expect(asked.map((one) => one.replace(/ .*sync/, ' sync'))).toEqual([
      'POST sync/bootstrap',
      'GET sync/bootstrap',
    ]);
  },
);

it('[OUT-2.3] any other refusal is no reason to ask again', async () => {
  const { transport, asked } = await startOlderServer(503, '');
  const reply = await transport.bootstrap({ stream: 'org:1', first: null, held: [], tasks: [] });
  expect(reply.ok).toBe(false);
  expect(asked).toHaveLength(1);
});
