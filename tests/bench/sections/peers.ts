import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import type { Subject } from '../board-page.ts';
import { within } from '../ends.ts';
import { buildPages } from '../peers/build.ts';
import { CAIRN, type Contestant, OTHERS, REPLICACHE } from '../peers/contestants.ts';
import { type Figures, measure, type Spread } from '../peers/measure.ts';
import { startPeersServer, writeRows } from '../peers/server-of.ts';
import { openProfile, type Setup, VIEWPORT } from '../setup.ts';
import { ms, type Row } from '../stats.ts';

/** Time limit of one peer at one size, in milliseconds. */
const LONGEST = 240_000;

/** Builds the pages once; the returned function measures one size of board. */
export async function peersComparison(
  setup: Setup,
): Promise<(subject: Subject) => Promise<readonly Row[]>> {
  const pages = join(setup.staticDir, 'assets', 'peers');
  const hasReplicache = await buildPages(pages, setup.folder);
  if (!hasReplicache) {
    console.error('Replicache is left out: `npm install --no-save replicache` includes it.');
  }
  const others = [...(hasReplicache ? [REPLICACHE] : []), ...OTHERS].filter(isChosen);
  return (subject) => compare(setup, { pages, others, subject });
}

async function compare(
  setup: Setup,
  {
    pages,
    others,
    subject,
  }: {
    readonly pages: string;
    readonly others: readonly Contestant[];
    readonly subject: Subject;
  },
): Promise<readonly Row[]> {
  const rows = await writeRows(setup, subject);
  const figures = new Map<Contestant, Figures>();
  const run = async (contestant: Contestant, url: string) => {
    const measuring = measure({ contestant, subject, open: contextsOf(setup), url, pages });
    figures.set(contestant, await within(LONGEST, contestant.name, measuring));
    console.error(`  ${contestant.name} measured`);
  };
  await run(CAIRN, setup.url);
  for (const contestant of others) {
    const server = await startPeersServer(setup.staticDir, rows);
    try {
      await run(contestant, server.url);
    } finally {
      server.stop();
    }
  }
  return MEASUREMENTS.flatMap((measurement) => rowsOf(measurement, figures, subject.size));
}

interface Measurement {
  readonly what: string;
  /** The figure that is compared; undefined where a peer has none. */
  readonly value: (figures: Figures) => number | undefined;
  readonly text: (figures: Figures) => string;
}

const MEASUREMENTS: readonly Measurement[] = [
  {
    what: 'first download, all rows in a live query',
    value: ({ download }) => download.counted,
    text: ({ download }) => ms(download.counted),
  },
  {
    what: 'first download, all rows stored',
    value: ({ download }) => download.stored,
    text: ({ download }) => ms(download.stored),
  },
  {
    what: 'write until the live query calls',
    value: ({ called }) => called.p50,
    text: ({ called }) => spreadText(called),
  },
  {
    what: 'write until painted',
    value: ({ painted }) => painted.p50,
    text: ({ painted }) => spreadText(painted),
  },
  {
    what: '1,000 changes offline, made on the device',
    value: ({ edits }) => edits,
    text: ({ edits }) => ms(edits),
  },
  {
    what: '1,000 offline changes, online until the server has them',
    value: ({ sent }) => sent?.took,
    text: ({ sent }) =>
      sent === undefined
        ? ''
        : `${ms(sent.took)} (${ms(sent.sinceFirst)} since the first of ${String(sent.requests)} requests)`,
  },
  {
    what: 'warm start to a painted column',
    value: ({ warm }) => warm,
    text: ({ warm }) => ms(warm),
  },
  {
    what: 'change at A until the live query at B calls',
    value: ({ seen }) => seen?.p50,
    text: ({ seen }) => (seen === undefined ? '' : spreadText(seen)),
  },
  {
    what: 'script of page and workers, gzip',
    value: ({ script }) => script,
    text: ({ script }) => `${(script / 1_000).toFixed(0)} kB`,
  },
];

function rowsOf(
  { what, value, text }: Measurement,
  figures: ReadonlyMap<Contestant, Figures>,
  size: number,
): readonly Row[] {
  const cairn = figures.get(CAIRN);
  return [...figures].flatMap(([contestant, measured]) => {
    const own = cairn === undefined ? undefined : value(cairn);
    const found = value(measured);
    if (found === undefined) return [];
    return [
      {
        what: `${what}, ${size.toLocaleString('en')} tasks: ${contestant.name}`,
        value: text(measured),
        against:
          contestant === CAIRN || own === undefined ? '' : `Cairn ${(own / found).toFixed(2)} x`,
        met: undefined,
      },
    ];
  });
}

function spreadText({ p50, p95 }: Spread): string {
  return `p50 ${ms(p50)}, p95 ${ms(p95)}`;
}

/**
 * Contexts without a profile keep IndexedDB in memory; `PROFILE=disk` measures each in a profile of its own, with the
 * cost of the disk.
 */
function contextsOf({ browser, folder }: Setup): () => Promise<BrowserContext> {
  if (process.env['PROFILE'] !== 'disk') return () => browser.newContext({ viewport: VIEWPORT });
  return () => openProfile(mkdtempSync(join(folder, 'profile-')));
}

/** `PEERS=rxdb,yjs` measures these besides Cairn, by default all. */
function isChosen({ page }: Contestant): boolean {
  const chosen = process.env['PEERS'];
  return chosen === undefined || chosen.split(',').includes(page);
}
