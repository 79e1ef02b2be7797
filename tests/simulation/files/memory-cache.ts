/** Bytes of a cached response with its headers. */
interface Cached {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly headers: readonly (readonly [string, string])[];
}

/** The caches of one browser profile, which survive its tabs. Only what the download of files uses. */
export interface MemoryCaches {
  readonly open: (name: string) => Promise<MemoryCache>;
  readonly delete: (name: string) => Promise<boolean>;
  /** Cached bytes by their address, in all caches. */
  readonly contents: () => ReadonlyMap<string, Uint8Array>;
}

export interface MemoryCache {
  readonly keys: () => Promise<readonly Request[]>;
  readonly match: (request: RequestInfo | URL) => Promise<Response | undefined>;
  readonly put: (request: RequestInfo | URL, response: Response) => Promise<void>;
  readonly delete: (request: RequestInfo | URL) => Promise<boolean>;
}

const ORIGIN = 'http://cairn.test';

export function memoryCaches(): MemoryCaches {
  const caches = new Map<string, Map<string, Cached>>();
  return {
    open: (name) => {
      const entries = caches.get(name) ?? new Map<string, Cached>();
      caches.set(name, entries);
      return Promise.resolve(cacheOf(entries));
    },
    delete: (name) => Promise.resolve(caches.delete(name)),
    contents: () =>
      new Map(
        [...caches.values()].flatMap((entries) =>
          Array.from(entries, ([address, { bytes }]) => [address, bytes] as const),
        ),
      ),
  };
}

function cacheOf(entries: Map<string, Cached>): MemoryCache {
  return {
    keys: () => Promise.resolve([...entries.keys()].map((path) => new Request(ORIGIN + path))),
    match: (request) => {
      const found = entries.get(addressOf(request));
      return Promise.resolve(
        found && new Response(found.bytes, { headers: found.headers.map(([k, v]) => [k, v]) }),
      );
    },
    // As browsers do: an entry exists once its body has been read to the end.
    put: async (request, response) => {
      const bytes = new Uint8Array(await response.arrayBuffer());
      entries.set(addressOf(request), { bytes, headers: [...response.headers] });
    },
    delete: (request) => Promise.resolve(entries.delete(addressOf(request))),
  };
}

function addressOf(request: RequestInfo | URL): string {
  const { pathname, search } = new URL(request instanceof Request ? request.url : request, ORIGIN);
  return pathname + search;
}
