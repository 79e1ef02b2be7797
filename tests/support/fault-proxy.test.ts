import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { startFaultProxy } from './fault-proxy.ts';

const closing: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

it('passes requests through and counts connections', async () => {
  const { proxy } = await setUp();
  expect(await ask(proxy.url)).toBe('answer 1');
  expect(proxy.counts().accepted).toBe(1);
});

it('resets open and new connections while it is cut, and serves again after it is healed', async () => {
  const { proxy } = await setUp();
  await ask(proxy.url);
  proxy.cut();
  expect(proxy.counts().open).toBe(0);
  await expect(ask(proxy.url)).rejects.toThrow();
  expect(proxy.counts().refused).toBeGreaterThan(0);
  proxy.heal();
  expect(await ask(proxy.url)).toBe('answer 2');
});

it('lets the server process a request and loses the response', async () => {
  const { proxy, served } = await setUp();
  proxy.dropReplies({ matching: (text) => text.startsWith('POST '), times: 1 });
  await expect(ask(proxy.url, 'POST')).rejects.toThrow();
  expect(served()).toBe(1);
  expect(proxy.counts().repliesDropped).toBe(1);
  expect(await ask(proxy.url, 'POST')).toBe('answer 2');
});

it('sends nothing while it is stalled, and resets the waiting connections when it is healed', async () => {
  const { proxy, served } = await setUp();
  proxy.stall();
  const waiting = ask(proxy.url);
  const outcome = waiting.then(
    () => 'answered',
    () => 'reset',
  );
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(served()).toBe(0);
  proxy.heal();
  expect(await outcome).toBe('reset');
});

it('stops in the middle of a response, and resets it when it is healed', async () => {
  const { proxy } = await setUp();
  proxy.stallReplies({ matching: (text) => text.startsWith('POST '), afterBytes: 20 });
  expect(await ask(proxy.url)).toBe('answer 1');
  const half = connect(proxy.port, '127.0.0.1');
  half.write('POST / HTTP/1.1\r\nhost: test\r\ncontent-length: 0\r\n\r\n');
  const [piece] = await once(half, 'data');
  expect(String(piece)).toBe('HTTP/1.1 200 OK\r\nDat');
  const end = once(half, 'data');
  proxy.heal();
  await expect(end).rejects.toThrow('ECONNRESET');
  expect(await ask(proxy.url, 'POST')).toBe('answer 3');
});

it('delays chunks and keeps their order', async () => {
  const { proxy } = await setUp();
  proxy.delay(20);
  expect(await ask(proxy.url)).toBe('answer 1');
  proxy.heal();
  expect(await ask(proxy.url)).toBe('answer 2');
});

it('returns to its initial state on reset', async () => {
  const { proxy } = await setUp();
  await askAlone(proxy.url);
  proxy.dropReplies();
  await expect(askAlone(proxy.url)).rejects.toThrow();
  proxy.reset();
  expect(proxy.counts()).toEqual({
    open: 0,
    accepted: 0,
    refused: 0,
    repliesDropped: 0,
    repliesStalled: 0,
  });
  expect(await askAlone(proxy.url)).toMatch(/^answer/);
});

async function setUp() {
  let count = 0;
  const server = createServer((_request, response) => {
    count += 1;
    response.end(`answer ${String(count)}`);
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  const proxy = await startFaultProxy({ port });
  closing.push(proxy.close, () => {
    server.closeAllConnections();
    server.close();
  });
  return { proxy, served: () => count };
}

async function ask(url: string, method = 'GET'): Promise<string> {
  const answer = await fetch(url, { method });
  return answer.text();
}

/** Uses a new connection: a pooled one may be closed already without the pool's knowledge. */
async function askAlone(url: string): Promise<string> {
  const [response] = await once(get(url, { agent: false }), 'response');
  return text(response);
}
