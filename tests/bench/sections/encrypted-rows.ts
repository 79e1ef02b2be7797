import type { BrowserContext, Page } from '@playwright/test';
import { openBoardIn, type Subject, whenWhole } from '../board-page.ts';
import { type Setup, VIEWPORT } from '../setup.ts';
import { median, ms, percentile, type Row } from '../stats.ts';
import { untilTiles } from '../until-tiles.ts';
import { samplePaints } from './paint.ts';

const ROUNDS = 3;
const STARTS = 5;
const CLICKS = 30;
/** Rounds of PBKDF2 with SHA-256 that OWASP recommends (2023). */
const DERIVATION = 600_000;

interface Measured {
  /** Milliseconds from the click on "sign in" until the pill says that everything is here. */
  readonly download: number;
  /** Milliseconds to painted tiles, medians. */
  readonly start: number;
  readonly write: number;
  readonly writeP95: number;
}

/**
 * Rows that are encrypted on the disk (decision 0036) beside plain ones, in turns in one run: first download, start from
 * local data, and write to paint; and what a passphrase costs at each start of the browser (decision 0098).
 */
export async function encryptedRows(setup: Setup, subject: Subject): Promise<readonly Row[]> {
  const plain: Measured[] = [];
  const encrypted: Measured[] = [];
  let derivation = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const isEncrypted of round % 2 === 0 ? [false, true] : [true, false]) {
      const context = await setup.browser.newContext({ viewport: VIEWPORT });
      try {
        const one = await measure(context, { setup, subject, isEncrypted });
        (isEncrypted ? encrypted : plain).push(one);
        if (round === 0 && isEncrypted) derivation = await deriving(await lastPage(context));
      } finally {
        await context.close();
      }
    }
  }
  const where = `${subject.size.toLocaleString('en')} tasks`;
  const row = (what: string, field: keyof Measured): Row => {
    const [one, other] = [plain, encrypted].map((all) => median(all.map((each) => each[field])));
    return {
      what: `encrypted rows, ${what}, ${where}`,
      value: ms(other ?? Number.NaN),
      against: `${((other ?? Number.NaN) / (one ?? Number.NaN)).toFixed(2)} x plain rows (${ms(one ?? Number.NaN)})`,
      met: undefined,
    };
  };
  return [
    row('first download', 'download'),
    row('start from local data', 'start'),
    row('write to paint, median', 'write'),
    row('write to paint, p95', 'writeP95'),
    {
      what: `key from a passphrase, PBKDF2 with ${DERIVATION.toLocaleString('en')} rounds`,
      value: ms(derivation),
      against: 'once at each start of the browser',
      met: undefined,
    },
  ];
}

interface Case {
  readonly setup: Setup;
  readonly subject: Subject;
  readonly isEncrypted: boolean;
}

async function measure(
  context: BrowserContext,
  { setup, subject, isEncrypted }: Case,
): Promise<Measured> {
  let begin = 0;
  const page = await openBoardIn(context, setup, subject, async (form) => {
    if (isEncrypted) await form.getByLabel('This is a shared computer').check();
    begin = performance.now();
  });
  await whenWhole(page);
  const download = performance.now() - begin;
  await requireForm(page, isEncrypted);
  const { painted } = await samplePaints(page, { most: CLICKS, onlyBefore: '' });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const address = page.url();
  // Another open page has the key, as the start of a browser has it after the passphrase.
  await (await context.newPage()).goto(`${setup.url}/price-page`);
  await page.bringToFront();
  const starts: number[] = [];
  for (let pass = 0; pass < STARTS; pass += 1) starts.push(await untilTiles(page, address));
  return {
    download,
    start: median(starts),
    write: percentile(painted, 0.5),
    writeP95: percentile(painted, 0.95),
  };
}

/** Throws when the stored tasks are not as this case says: the comparison would compare nothing. */
async function requireForm(page: Page, isEncrypted: boolean): Promise<void> {
  const fields = await page.evaluate(async () => {
    const open = (name: string) =>
      new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.addEventListener('success', () => resolve(opening.result));
        opening.addEventListener('error', () => reject(new Error('The store did not open')));
      });
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await open(name);
      const row = db.objectStoreNames.contains('tasks')
        ? await new Promise<object>((resolve) => {
            const reading = db.transaction('tasks').objectStore('tasks').openCursor();
            reading.addEventListener('success', () => resolve(reading.result?.value ?? {}));
          })
        : {};
      db.close();
      if (Object.keys(row).length > 0) return Object.keys(row);
    }
    return [];
  });
  if (fields.length === 0 || fields.includes('$sealed') !== isEncrypted) {
    throw new Error(`Rows are ${isEncrypted ? 'not ' : ''}encrypted: ${fields.join(', ')}`);
  }
}

async function lastPage(context: BrowserContext): Promise<Page> {
  const page = context.pages().at(-1);
  if (page === undefined) throw new Error('No page is open');
  return page;
}

function deriving(page: Page): Promise<number> {
  return page.evaluate(async (iterations) => {
    const start = performance.now();
    const secret = new TextEncoder().encode('four unlikely words here');
    const base = await crypto.subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveKey']);
    const salt = crypto.getRandomValues(new Uint8Array(16));
    const key = await crypto.subtle.deriveKey(
      { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
      base,
      { name: 'AES-GCM', length: 256 },
      false,
      ['unwrapKey', 'encrypt'],
    );
    const iv = new Uint8Array(12);
    await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new Uint8Array(32));
    return performance.now() - start;
  }, DERIVATION);
}
