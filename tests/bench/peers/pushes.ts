import type { Page, Request } from '@playwright/test';
import type { Contestant } from './contestants.ts';
import type { Received } from './server/received.ts';

export interface Pushes {
  /** Resolves when the server has this many changes. */
  readonly all: (changes: number) => Promise<Sent>;
}

export interface Sent {
  /** Milliseconds from the browser's event `online` until the server had all. */
  readonly took: number;
  /** Part of `took` since the first request: sent by Cairn, received by the server of a peer. */
  readonly sinceFirst: number;
  readonly requests: number;
}

const LONGEST = 60_000;

/** Follows what the server receives: Cairn's by its responses, a peer's by what its server has counted. */
export function followPushes(
  page: Page,
  site: { readonly contestant: Contestant; readonly url: string },
): Promise<Pushes> {
  return site.contestant.page === 'cairn'
    ? Promise.resolve(pushesOfCairn(page))
    : pushesOfPeer(page, site.url);
}

/** A push that the server has answered is on its disk. */
function pushesOfCairn(page: Page): Pushes {
  const starts = new Map<Request, number>();
  let first: number | undefined;
  let last = 0;
  let requests = 0;
  let carried = 0;
  page.context().on('request', (request) => {
    if (request.url().includes('/sync/push')) starts.set(request, now());
  });
  page.context().on('response', (response) => {
    const start = starts.get(response.request());
    if (start === undefined || !response.ok()) return;
    first ??= start;
    last = now();
    requests += 1;
    carried += callsIn(response.request().postData());
  });
  return {
    all: async (changes) => {
      await until('Cairn has sent its changes', () => Promise.resolve(carried >= changes));
      return sentOf(page, { first, last, requests });
    },
  };
}

async function pushesOfPeer(page: Page, url: string): Promise<Pushes> {
  await fetch(`${url}/received/reset`);
  const received = async (): Promise<Received> => (await fetch(`${url}/received`)).json();
  return {
    all: async (changes) => {
      await until(
        'the peer has sent its changes',
        async () => (await received()).changes >= changes,
      );
      return sentOf(page, await received());
    },
  };
}

async function sentOf(
  page: Page,
  { first, last, requests }: Pick<Received, 'first' | 'last' | 'requests'>,
): Promise<Sent> {
  const online = await page.evaluate(() => globalThis.peer.onlineAt());
  return {
    took: last - (online ?? Number.NaN),
    sinceFirst: last - (first ?? Number.NaN),
    requests,
  };
}

function now(): number {
  return performance.timeOrigin + performance.now();
}

async function until(what: string, isDone: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + LONGEST;
  while (!(await isDone())) {
    if (performance.now() > deadline) throw new Error(`not within a minute: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function callsIn(body: string | null): number {
  const calls: unknown = body === null ? undefined : Reflect.get(Object(JSON.parse(body)), 'calls');
  return Array.isArray(calls) ? calls.length : 0;
}
