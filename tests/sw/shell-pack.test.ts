import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { storeFromPack } from '../../sw/shell-pack.ts';

const BASE = 'https://cairn.example/sw.js';
const at = (path: string) => new URL(path, BASE).href;
const CONTENT = [
  ['assets/a.js', 'text/javascript', 'export const a = 1;'],
  ['assets/b.css', 'text/css', '.b { color: red }'],
  ['assets/empty.css', 'text/css', ''],
  ['assets/é.js', 'text/javascript', '"é"'.repeat(100_000)],
] as const;

function packOf(files: readonly (readonly [string, string, string])[]) {
  const bytes = files.map(([path, type, text]) => [path, type, Buffer.from(text)] as const);
  const index = bytes.map(([path, type, { length }]) => [path, type, length]);
  const line = Buffer.from(`${JSON.stringify(index)}\n`);
  return gzipSync(Buffer.concat([line, ...bytes.map(([, , content]) => content)]));
}

/** The cache of a device that has these files already, and the pack that the server answers with. */
function device(answer: Response | Error, has: readonly string[] = []) {
  const stored = new Map(has.map((path) => [at(path), new Response('old')]));
  const asked: string[] = [];
  const store = async () =>
    await storeFromPack({
      url: '/assets/shell.gz',
      wanted: CONTENT.map(([path]) => at(path)),
      cache: {
        keys: async () => [...stored.keys()].map((url) => new Request(url)),
        put: async (address, response) => void stored.set(String(address), response),
      },
      fetch: async (url) => {
        asked.push(url);
        if (answer instanceof Error) throw answer;
        return answer;
      },
      base: BASE,
    });
  const textOf = async (path: string) => await stored.get(at(path))?.clone().text();
  return { stored, asked, store, textOf };
}

/** A response whose bytes arrive in pieces of `size`. */
function inPieces(bytes: Uint8Array, size: number, headers: Record<string, string> = {}) {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(sent, sent + size));
      sent += size;
    },
  });
  return new Response(body, { headers });
}

describe('the pack of the shell', () => {
  it.each([1, 7, 100_000])('gives every file its bytes, in pieces of %i', async (size) => {
    const { store, textOf } = device(inPieces(packOf(CONTENT), size));
    await store();
    for (const [path, , text] of CONTENT) expect(await textOf(path)).toBe(text);
  });

  it('gives files the headers of the server, and the type of their own', async () => {
    const headers = {
      'content-security-policy': "default-src 'none'",
      'cache-control': 'immutable',
      'content-type': 'application/gzip',
      'content-length': '12',
      etag: '"pack"',
    };
    const { store, stored } = device(inPieces(packOf(CONTENT), 50, headers));
    await store();
    expect(Object.fromEntries(stored.get(at('assets/b.css'))?.headers ?? [])).toEqual({
      'content-security-policy': "default-src 'none'",
      'cache-control': 'immutable',
      'content-type': 'text/css',
    });
  });

  it('is not downloaded for an update that changes few files', async () => {
    const { store, asked } = device(inPieces(packOf(CONTENT), 50), ['assets/a.js', 'assets/b.css']);
    await store();
    expect(asked).toEqual([]);
  });

  it('leaves alone the files that the cache has', async () => {
    const { store, textOf } = device(inPieces(packOf(CONTENT), 50), ['assets/a.js']);
    await store();
    expect(await textOf('assets/a.js')).toBe('old');
    expect(await textOf('assets/b.css')).toBe('.b { color: red }');
  });

  it('whose connection ends leaves the whole files it brought, and no part of another', async () => {
    const random = Array.from({ length: 40_000 }, (_none, n) => ((n * 7_919) % 9_973).toString(36));
    const pack = packOf([
      ...CONTENT.slice(0, 3),
      ['assets/é.js', 'text/javascript', random.join()],
    ]);
    const { store, stored } = device(inPieces(pack.subarray(0, pack.length - 1_000), 500));
    await expect(store()).rejects.toThrow();
    expect([...stored.keys()]).toEqual(CONTENT.slice(0, 3).map(([path]) => at(path)));
  });

  it.each([
    ['an error of the server', new Response('gone', { status: 404 })],
    ['a page of a proxy', new Response('<html>Sign in to the network</html>')],
    ['a lost connection', new TypeError('Failed to fetch')],
  ])('stores nothing from %s', async (_what, answer) => {
    const { store, stored } = device(answer);
    await store().catch(() => undefined);
    expect(stored.size).toBe(0);
  });
});
