/**
 * All assets of a build in one file, which a first installation downloads instead of two hundred files one after the
 * other: a round trip each is minutes on a slow line. The build writes it (scripts/shell-pack.ts).
 *
 * Format, compressed with gzip: a line of JSON, `[[path, type, size], ...]`, then the bytes of each file in that order.
 * Sizes are bytes.
 */
export type PackIndex = readonly (readonly [path: string, type: string, size: number])[];

interface PackedFile {
  readonly path: string;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface PackOptions {
  /** Address of the pack. */
  readonly url: string;
  /** Addresses of the assets that the cache must have. */
  readonly wanted: readonly string[];
  readonly cache: Pick<Cache, 'keys' | 'put'>;
  readonly fetch: (url: string) => Promise<Response>;
  /** Address that paths are relative to. */
  readonly base: string;
}

const LINE_FEED = 10;
/** Headers that describe the pack, not the files in it. */
const OF_THE_PACK = ['content-encoding', 'content-length', 'content-type', 'etag', 'last-modified'];

/**
 * Stores assets from the pack when most of them are missing. Files that are whole are stored even if the connection
 * ends: the rest is downloaded file by file, as after any failure here.
 */
export async function storeFromPack(options: PackOptions): Promise<void> {
  const { url, wanted, cache, base } = options;
  const stored = new Set((await cache.keys()).map((request) => request.url));
  const missing = new Set(wanted.filter((one) => !stored.has(one)));
  if (missing.size * 2 <= wanted.length) return;
  const response = await options.fetch(url);
  if (!response.ok || response.body === null) return;
  const headers = new Headers(response.headers);
  for (const name of OF_THE_PACK) headers.delete(name);
  for await (const { path, type, bytes } of unpack(response.body)) {
    const address = new URL(path, base).href;
    if (!missing.has(address)) continue;
    headers.set('content-type', type);
    await cache.put(address, new Response(bytes, { headers }));
  }
}

/** Files of a pack as their bytes arrive. Throws when the bytes end early or are no pack. */
export async function* unpack(
  packed: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<PackedFile> {
  const bytes = new ByteReader(packed.pipeThrough(new DecompressionStream('gzip')).getReader());
  const index: unknown = JSON.parse(new TextDecoder().decode(await bytes.line()));
  if (!isIndex(index)) throw new Error('The index of the shell pack is not known here.');
  for (const [path, type, size] of index) yield { path, type, bytes: await bytes.take(size) };
}

function isIndex(value: unknown): value is PackIndex {
  return (
    Array.isArray(value) &&
    value.every(
      (entry: unknown) =>
        Array.isArray(entry) &&
        typeof entry[0] === 'string' &&
        typeof entry[1] === 'string' &&
        Number.isSafeInteger(entry[2]),
    )
  );
}

class ByteReader {
  readonly #source: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;
  #rest = new Uint8Array();

  constructor(source: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>) {
    this.#source = source;
  }

  async line(): Promise<Uint8Array<ArrayBuffer>> {
    let end = this.#rest.indexOf(LINE_FEED);
    while (end < 0) {
      await this.#more(this.#rest.length + 1);
      end = this.#rest.indexOf(LINE_FEED);
    }
    return (await this.take(end + 1)).subarray(0, end);
  }

  async take(size: number): Promise<Uint8Array<ArrayBuffer>> {
    await this.#more(size);
    const taken = this.#rest.subarray(0, size);
    this.#rest = this.#rest.subarray(size);
    return taken;
  }

  /** Reads until at least `size` bytes are here. */
  async #more(size: number): Promise<void> {
    const parts = [this.#rest];
    let length = this.#rest.length;
    while (length < size) {
      const { value, done } = await this.#source.read();
      if (done) throw new Error('The pack of the shell ends early.');
      parts.push(value);
      length += value.length;
    }
    if (parts.length === 1) return;
    const all = new Uint8Array(length);
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    this.#rest = all;
  }
}
