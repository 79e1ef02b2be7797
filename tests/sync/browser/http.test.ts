import { createServer, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fetchFile } from '../../../sync/browser/fetch-file.ts';
import { createHttp, type Http } from '../../../sync/browser/http.ts';
import { ndjson } from '../../../sync/browser/ndjson.ts';
import { freePort } from '../../support/free-port.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { fakeMachine, type FakeMachine } from '../support/fake-machine.ts';

/** A real connection to a server that the test controls; only the clock is simulated. */
describe('a call of the browser', () => {
  let machine: FakeMachine;
  let http: Http;
  let answer: (response: ServerResponse) => void;
  let end: () => Promise<void>;
  let address: string;
  beforeEach(async () => {
    machine = fakeMachine();
    const port = await freePort();
    const server = createServer((asked, response) => {
      asked.resume().on('end', () => answer(response));
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${String(port)}`;
    http = createHttp(address, machine.ports);
    end = () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
  });
  afterEach(() => end());

  /** Response of the server from now on; resolves with the response when its head has been sent. */
  function begins(first: string, status = 200): Promise<ServerResponse> {
    return new Promise((resolve) => {
      answer = (response) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.write(first, () => resolve(response));
      };
    });
  }

  const NETWORK = { ok: false, failure: { kind: 'network' } };

  it.each([200, 409])(
    '[ENG-2.3] ends when its response (%i) stops in the middle',
    async (status) => {
      const begun = begins('{"epoch":"', status);
      let reply: unknown;
      void http.call({ method: 'GET', path: 'sync/pull' }).then((value) => (reply = value));
      await begun;
      await machine.pass(29_000);
      expect(reply).toBeUndefined();
      await waitUntil(
        'the call ends',
        async () => {
          await machine.pass(1_000);
          return reply !== undefined;
        },
        { withinMs: 5_000 },
      );
      expect(reply).toEqual(NETWORK);
    },
  );

  it.each([
    [403, '<html>Blocked</html>', { kind: 'network', proxy: 403 }],
    [413, '', { kind: 'network', proxy: 413 }],
    [200, '<html>Welcome to the hotel</html>', { kind: 'network' }],
    [502, '<html>Bad gateway</html>', { kind: 'refused', status: 502, code: 'unavailable' }],
    [
      403,
      '{"status":403,"code":"forbidden","message":"No","request_id":"r"}',
      { kind: 'refused', code: 'forbidden' },
    ],
  ])(
    '[MUT-7.3] with response %i %s is classified by status and body',
    async (status, text, failure) => {
      answer = (response) => response.writeHead(status).end(text);
      const reply = await http.call({ method: 'GET', path: 'sync/pull' });
      expect(reply).toMatchObject({ ok: false, failure });
    },
  );

  it('[ENG-2.3] ends when no response begins', async () => {
    const asked = new Promise<void>((resolve) => {
      answer = () => resolve();
    });
    const reply = http.call({ method: 'GET', path: 'sync/pull' });
    await asked;
    await machine.pass(31_000);
    expect(await reply).toEqual(NETWORK);
  });

  it('[ENG-2.3] ends when its response never completes', async () => {
    const begun = begins('{"epoch":"');
    let reply: unknown;
    void http.call({ method: 'GET', path: 'sync/pull' }).then((value) => (reply = value));
    const response = await begun;
    for (let drop = 0; drop < 20 && reply === undefined; drop += 1) {
      response.write('x');
      await machine.pass(20_000);
    }
    expect(reply).toEqual(NETWORK);
  });

  it('[ENG-2.3] with an upload has a time limit by its size', async () => {
    const asked = new Promise<ServerResponse>((resolve) => {
      answer = resolve;
    });
    const bytes = new Uint8Array(1_048_576);
    const reply = http.call({ method: 'PUT', path: 'files/f/parts/0', bytes });
    const response = await asked;
    await machine.pass(200_000);
    response.end('{}');
    expect(await reply).toEqual({ ok: true, value: {} });
  });

  it('[ENG-2.3] of a download ends after a silence, and the server sees the end', async () => {
    const begun = begins('{"kind":"start"}\n');
    const reply = await http.stream({ method: 'GET', path: 'sync/bootstrap', timeout: 60_000 });
    const response = await begun;
    const closed = new Promise((resolve) => response.on('close', resolve));
    if (!reply.ok) throw new Error('No answer');
    const lines = ndjson(reply.value);
    expect(await lines.next()).toEqual({ done: false, value: { kind: 'start' } });
    const next = lines.next().then(
      () => 'a line',
      () => 'broken',
    );
    await machine.pass(59_000);
    expect(await Promise.race([next, Promise.resolve('still waits')])).toBe('still waits');
    await machine.pass(2_000);
    expect(await next).toBe('broken');
    await closed;
  });

  it('[ENG-2.3] of a file ends after a silence, however much of it has arrived', async () => {
    const begun = begins('{');
    const { timers } = machine.ports;
    const found = fetchFile(`${address}/rest/files/f`, { headers: {}, timers });
    const outcome = found.then(
      () => 'here',
      () => 'given up',
    );
    const response = await begun;
    for (let drop = 0; drop < 10; drop += 1) {
      response.write('x');
      await machine.pass(40_000);
    }
    expect(await Promise.race([outcome, Promise.resolve('still comes')])).toBe('still comes');
    await machine.pass(61_000);
    expect(await outcome).toBe('given up');
  });

  it('[ENG-2.3] of a slow download, or of one that waits for its reader, is not ended', async () => {
    const begun = begins('{"n":0}\n');
    const reply = await http.stream({ method: 'GET', path: 'sync/bootstrap', timeout: 60_000 });
    const response = await begun;
    if (!reply.ok) throw new Error('No answer');
    const lines = ndjson(reply.value);
    expect((await lines.next()).value).toEqual({ n: 0 });
    for (let n = 1; n <= 20; n += 1) {
      const next = lines.next();
      await machine.pass(50_000);
      response.write(`{"n":${String(n)}}\n`);
      expect((await next).value).toEqual({ n });
    }
    // The stream is not read while a large page is being stored.
    await machine.pass(300_000);
    response.end('{"n":21}\n');
    expect((await lines.next()).value).toEqual({ n: 21 });
    expect((await lines.next()).done).toBe(true);
  });
});
