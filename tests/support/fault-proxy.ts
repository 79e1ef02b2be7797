/**
 * A TCP proxy between a client and the server that does to connections what real networks do. It knows
 * nothing of HTTP, so it holds for requests, streams and WebSockets alike; Playwright's `setOffline` leaves
 * open WebSockets alive and is therefore not enough.
 *
 *     const proxy = await startFaultProxy({ port: server.port });
 *     await page.goto(proxy.url);
 *     proxy.cut();    // every connection is reset, new ones too
 *     proxy.heal();
 */
import { createServer, connect, type Socket } from 'node:net';

export interface FaultProxy {
  /** `http://127.0.0.1:<port>`, stable over all faults. */
  readonly url: string;
  readonly port: number;
  /** Resets every open and every new connection: the cable is unplugged. */
  readonly cut: () => void;
  /** Resets new connections and keeps the open ones. */
  readonly refuse: () => void;
  /**
   * Accepts connections and forwards nothing, in both directions, without closing them: a dead
   * spot.
   */
  readonly stall: () => void;
  /** Delays every chunk by a number of milliseconds, in each direction, in order. */
  readonly delay: (ms: number) => void;
  /**
   * Forwards requests and loses their responses: the server processes the request, then the
   * connection is reset at the first byte of the response. `matching` selects by the text of the
   * request (method, path, headers); `times` ends the fault after that many responses.
   */
  readonly dropReplies: (options?: DropOptions) => void;
  /**
   * Forwards a number of bytes of each matching response and then no more, without closing the
   * connection.
   */
  readonly stallReplies: (options: StallOptions) => void;
  /** Removes every fault. Reset connections stay closed; stalled ones are reset now. */
  readonly heal: () => void;
  /** Returns to the initial state: no fault, no connection, counters at zero. */
  readonly reset: () => void;
  /** Connections that are open now, and counters since the start or the last `reset`. */
  readonly counts: () => ProxyCounts;
  readonly close: () => Promise<void>;
}

export interface DropOptions {
  readonly matching?: (requestText: string) => boolean;
  readonly times?: number;
}

export interface StallOptions {
  /** By the text of the request, as above. */
  readonly matching: (requestText: string) => boolean;
  readonly afterBytes: number;
}

export interface ProxyCounts {
  readonly open: number;
  readonly accepted: number;
  readonly refused: number;
  readonly repliesDropped: number;
  /** Responses of which `afterBytes` have been forwarded. */
  readonly repliesStalled: number;
}

interface Fault {
  readonly newConnections: 'pass' | 'reset';
  readonly stalled: boolean;
  readonly delayMs: number;
  readonly drop: { matching: (requestText: string) => boolean; left: number } | undefined;
  readonly stallReplies: StallOptions | undefined;
}

interface Pair {
  readonly client: Socket;
  readonly upstream: Socket;
  /** True after a request has passed whose response is to be lost. */
  losesResponse: boolean;
  stalled: boolean;
  /** Bytes of responses that are still forwarded. */
  bytesLeft: number;
}

const HEALTHY: Fault = {
  newConnections: 'pass',
  stalled: false,
  delayMs: 0,
  drop: undefined,
  stallReplies: undefined,
};

const NOTHING_COUNTED = { accepted: 0, refused: 0, repliesDropped: 0, repliesStalled: 0 };

/** Starts a proxy on a free port in front of the server on `port` of 127.0.0.1. */
export async function startFaultProxy(target: { readonly port: number }): Promise<FaultProxy> {
  const pairs = new Set<Pair>();
  const counts = { ...NOTHING_COUNTED };
  let fault = HEALTHY;

  const reset = (pair: Pair): void => {
    pairs.delete(pair);
    pair.client.resetAndDestroy();
    pair.upstream.destroy();
  };

  const server = createServer((client) => {
    client.on('error', () => undefined);
    if (fault.newConnections === 'reset') {
      counts.refused += 1;
      client.resetAndDestroy();
      return;
    }
    counts.accepted += 1;
    const upstream = connect(target.port, '127.0.0.1');
    const pair: Pair = {
      client,
      upstream,
      losesResponse: false,
      stalled: false,
      bytesLeft: Number.POSITIVE_INFINITY,
    };
    pairs.add(pair);
    join(pair, {
      fault: () => fault,
      gone: () => pairs.delete(pair),
      dropped: () => {
        counts.repliesDropped += 1;
        reset(pair);
      },
      stalled: () => {
        counts.repliesStalled += 1;
      },
    });
  });

  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${String(port)}`,
    port,
    cut: () => {
      fault = { ...HEALTHY, newConnections: 'reset' };
      for (const pair of pairs) reset(pair);
    },
    refuse: () => {
      fault = { ...HEALTHY, newConnections: 'reset' };
    },
    stall: () => {
      fault = { ...HEALTHY, stalled: true };
    },
    delay: (ms) => {
      fault = { ...HEALTHY, delayMs: ms };
    },
    dropReplies: (options = {}) => {
      const matching = options.matching ?? (() => true);
      fault = { ...HEALTHY, drop: { matching, left: options.times ?? Number.POSITIVE_INFINITY } };
    },
    stallReplies: (options) => {
      fault = { ...HEALTHY, stallReplies: options };
    },
    heal: () => {
      fault = HEALTHY;
      for (const pair of pairs) if (pair.stalled) reset(pair);
    },
    reset: () => {
      fault = HEALTHY;
      for (const pair of pairs) reset(pair);
      Object.assign(counts, NOTHING_COUNTED);
    },
    counts: () => ({ open: pairs.size, ...counts }),
    close: () =>
      new Promise((resolve) => {
        for (const pair of pairs) reset(pair);
        server.close(() => resolve());
      }),
  };
}

interface Wiring {
  readonly fault: () => Fault;
  readonly gone: () => void;
  readonly dropped: () => void;
  readonly stalled: () => void;
}

function join(pair: Pair, wiring: Wiring): void {
  const { client, upstream } = pair;
  const end = (): void => {
    wiring.gone();
    client.destroy();
    upstream.destroy();
  };
  const toServer = orderly(upstream, wiring);
  const toClient = orderly(client, wiring);

  client.on('data', (chunk: Buffer) => {
    const { stalled, drop, stallReplies } = wiring.fault();
    if (stalled) {
      pair.stalled = true;
      return;
    }
    const text = chunk.toString('latin1');
    if (drop !== undefined && !pair.losesResponse && drop.left > 0 && drop.matching(text)) {
      drop.left -= 1;
      pair.losesResponse = true;
    }
    if (stallReplies?.matching(text) === true) pair.bytesLeft = stallReplies.afterBytes;
    toServer(chunk);
  });
  upstream.on('data', (chunk: Buffer) => {
    if (pair.losesResponse) {
      wiring.dropped();
      return;
    }
    if (wiring.fault().stalled) pair.stalled = true;
    else if (pair.bytesLeft > 0) toClient(chunk.subarray(0, pair.bytesLeft));
    pair.bytesLeft -= chunk.length;
    if (pair.bytesLeft > 0 || pair.stalled) return;
    pair.stalled = true;
    wiring.stalled();
  });
  for (const socket of [client, upstream]) {
    socket.setNoDelay(true);
    socket.on('error', end);
    socket.on('close', end);
    socket.on('end', () => {
      if (!pair.stalled) end();
    });
  }
}

/** Writes chunks to a socket in order, each with the delay of its time. */
function orderly(target: Socket, wiring: Wiring): (chunk: Buffer) => void {
  let last = Promise.resolve();
  return (chunk) => {
    const { delayMs } = wiring.fault();
    const due = delayMs === 0 ? Promise.resolve() : pause(delayMs);
    last = Promise.all([last, due]).then(() => {
      if (!target.destroyed) target.write(chunk);
    });
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function listen(server: ReturnType<typeof createServer>): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('no port'));
      else resolve(address.port);
    });
  });
}
