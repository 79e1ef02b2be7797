import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page } from '@playwright/test';
import { startFaultProxy } from '../../support/fault-proxy.ts';
import type { Subject } from '../board-page.ts';
import { median, percentile } from '../stats.ts';
import { untilTiles } from '../until-tiles.ts';
import { type Contestant, PEERS_BASE } from './contestants.ts';
import { followPushes, type Sent } from './pushes.ts';

/** What is measured of one peer; milliseconds where nothing else is said, undefined where it has no such thing. */
export interface Figures {
  readonly download: Download;
  readonly called: Spread;
  readonly painted: Spread;
  /** 1,000 changes on the device, one after the other. */
  readonly edits: number;
  readonly sent: Sent | undefined;
  readonly warm: number;
  readonly seen: Spread | undefined;
  /** Bytes of script that the page and its workers load, gzip. */
  readonly script: number;
}

/** Until a live query has all rows, and until they are stored. */
export interface Download {
  readonly counted: number;
  readonly stored: number;
}

export interface Spread {
  readonly p50: number;
  readonly p95: number;
}

/** Where a peer is measured. */
export interface Site {
  readonly contestant: Contestant;
  readonly subject: Subject;
  /** A context without data. */
  readonly open: () => Promise<BrowserContext>;
  /** Address of its server. */
  readonly url: string;
  /** Folder of the built pages. */
  readonly pages: string;
}

const SAMPLES = 100;
const EDITS = 1_000;
const WARM_ROUNDS = 9;
/** Up to this size a download is measured three times. */
const SEVERAL = 10_000;
const WHOLE = 110_000;

export async function measure(site: Site): Promise<Figures> {
  const downloads: Download[] = [];
  for (let run = 1; run < (site.subject.size <= SEVERAL ? 3 : 1); run += 1) {
    downloads.push(await inFreshPage(site, (page) => download(page, site)));
  }
  const alone = await inFreshPage(site, async (page) => {
    const script = scriptOf(page, site);
    downloads.push(await download(page, site));
    const card = site.subject.board.cards[0] ?? '';
    await page.evaluate((shown) => globalThis.peer.show(shown), card);
    await whenStored(page);
    const { called, painted } = await page.evaluate(
      (count) => globalThis.peer.writes(count),
      SAMPLES,
    );
    await whenStored(page);
    const bytes = script();
    const warm: number[] = [];
    for (let round = 0; round < WARM_ROUNDS; round += 1) {
      warm.push(await untilTiles(page, `${addressOf(site)}?card=${card}`));
    }
    return { called: spread(called), painted: spread(painted), warm: median(warm), script: bytes };
  });
  return {
    ...alone,
    download: {
      counted: median(downloads.map(({ counted }) => counted)),
      stored: median(downloads.map(({ stored }) => stored)),
    },
    ...(await offline(site)),
    seen: site.contestant.syncs ? await seenByOther(site) : undefined,
  };
}

async function inFreshPage<T>(site: Site, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await site.open();
  try {
    const page = await context.newPage();
    return await work(page);
  } finally {
    await context.close();
  }
}

/** Opens the page, signs in where that is needed, and waits until all rows are there. */
async function download(page: Page, site: Site, url = site.url): Promise<Download> {
  const { peer, size } = site.subject;
  page.setDefaultTimeout(WHOLE);
  await page.goto(addressOf({ ...site, url }));
  await page.waitForFunction(() => 'peer' in globalThis);
  const { email, password } = peer;
  await page.evaluate((known) => globalThis.peer.signIn(known), { email, password });
  return page.evaluate((total) => globalThis.peer.download(total), size);
}

function addressOf({ url, contestant }: Pick<Site, 'url' | 'contestant'>): string {
  return `${url}${PEERS_BASE}${contestant.page}.html`;
}

/** Some peers store what they have in memory some time later: resolves when the storage has stopped growing. */
async function whenStored(page: Page): Promise<void> {
  let before = -1;
  for (let round = 0; round < 20; round += 1) {
    const usage = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
    if (usage === before) return;
    before = usage;
    await page.waitForTimeout(1_000);
  }
}

/** Changes made without a network, and the time from the first request until the server has them all. */
async function offline(site: Site): Promise<Pick<Figures, 'edits' | 'sent'>> {
  const proxy = await startFaultProxy({ port: Number(new URL(site.url).port) });
  try {
    return await inFreshPage(site, async (page) => {
      await download(page, site, proxy.url);
      await whenStored(page);
      proxy.cut();
      await page.context().setOffline(true);
      const edits = await page.evaluate((count) => globalThis.peer.edits(count), EDITS);
      if (!site.contestant.syncs) return { edits, sent: undefined };
      const pushes = await followPushes(page, site);
      proxy.heal();
      await page.context().setOffline(false);
      return { edits, sent: await pushes.all(EDITS) };
    });
  } finally {
    await proxy.close();
  }
}

/** From the write at A until the live query at B calls with it. */
async function seenByOther(site: Site): Promise<Spread> {
  const card = site.subject.board.cards[0] ?? '';
  return inFreshPage(site, (a) =>
    inFreshPage(site, async (b) => {
      for (const page of [a, b]) {
        await download(page, site);
        await page.evaluate((shown) => globalThis.peer.show(shown), card);
        await whenStored(page);
      }
      const took: number[] = [];
      for (let index = 0; index < SAMPLES; index += 1) {
        const name = `Sent ${String(index)} at ${String(Date.now())}`;
        const seen = b.evaluate((sent) => globalThis.peer.seen(sent), name);
        await b.evaluate(() => undefined);
        const begin = await a.evaluate((sent) => globalThis.peer.rename(...sent), [
          index,
          name,
        ] as const);
        took.push(((await seen) ?? Number.POSITIVE_INFINITY) - begin);
        await a.waitForTimeout(90 + (index % 5) * 17);
      }
      return spread(took);
    }),
  );
}

function spread(samples: readonly number[]): Spread {
  return { p50: percentile(samples, 0.5), p95: percentile(samples, 0.95) };
}

/** Follows the scripts that the page and its workers load; returns the sum of their bytes. */
function scriptOf(page: Page, { pages }: Site): () => number {
  const files = new Set<string>();
  const context: BrowserContext = page.context();
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) files.add(pathname.replace(PEERS_BASE, ''));
  });
  return () =>
    [...files]
      .map((file) => join(pages, file))
      .filter((file) => existsSync(file))
      .reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);
}
