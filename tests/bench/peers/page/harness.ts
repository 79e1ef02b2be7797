/** What every page of the comparison does with its replica: the same measurements, the same elements. */
import type { Contestant, Replica, ShownRow } from './replica.ts';

interface PeerPage {
  readonly signIn: (credentials: {
    readonly email: string;
    readonly password: string;
  }) => Promise<void>;
  readonly download: (total: number) => Promise<Download>;
  readonly show: (card: string) => Promise<void>;
  readonly writes: (count: number) => Promise<Paints>;
  /** Milliseconds for a number of changes, one after the other. */
  readonly edits: (count: number) => Promise<number>;
  /** Milliseconds since the epoch when the browser was online again; undefined: it was not offline since. */
  readonly onlineAt: () => number | undefined;
  /** Changes a name of the shown column; milliseconds since the epoch at the begin. */
  readonly rename: (index: number, name: string) => number;
  /** Milliseconds since the epoch when the live query has the name; undefined: not within five seconds. */
  readonly seen: (name: string) => Promise<number | undefined>;
}

/** Milliseconds from the opening of the database. */
interface Download {
  /** Until a live query has counted all rows. */
  readonly counted: number;
  /** Until the browser's storage does not grow any more, to a tenth of a second; not before `counted`. */
  readonly stored: number;
}

/** Milliseconds from a write until the live query calls, and until the change is painted. */
interface Paints {
  readonly called: readonly number[];
  readonly painted: readonly number[];
}

declare global {
  // Interface of the page for the bench's process.
  var peer: PeerPage;
}

/** The rows that `rename` and `writes` change, from the top of the column. */
const CHANGED = 8;

/** Makes the page's interface available; with `?card=` the page draws that column at once. */
export function serve(contestant: Contestant): void {
  const open = once(contestant.open);
  const column = shownColumn(open);
  let onlineAt: number | undefined;
  globalThis.addEventListener('online', () => (onlineAt = now()));
  globalThis.peer = {
    onlineAt: () => onlineAt,
    signIn: async (credentials) => contestant.signIn?.(credentials),
    download: (total) => download(open, total),
    show: column.show,
    writes: async (count) => {
      const replica = await open();
      return writes(replica, column, count);
    },
    edits: async (count) => edits(await open(), count),
    rename: (index, name) => {
      const begin = now();
      void open().then((replica) => replica.rename(column.idAt(index), name));
      return begin;
    },
    seen: (name) => Promise.race([column.when(name), after(5_000)]),
  };
  const card = new URLSearchParams(location.search).get('card');
  if (card !== null) void column.show(card);
}

type Column = ReturnType<typeof shownColumn>;

/** A column as it is drawn: one element for each row. */
function shownColumn(open: () => Promise<Replica>) {
  const waiting = new Map<string, (at: number) => void>();
  let rows: readonly ShownRow[] = [];
  const show = async (card: string): Promise<void> => {
    const replica = await open();
    await new Promise<void>((resolve) => {
      replica.followColumn(card, (next) => {
        const at = now();
        rows = next;
        draw(next);
        for (const { name } of next) {
          waiting.get(name)?.(at);
          waiting.delete(name);
        }
        if (next.length > 0) resolve();
      });
    });
  };
  return {
    show,
    idAt: (index: number) => rows[index % CHANGED]?.id ?? '',
    /** Milliseconds since the epoch at which the live query called with a row of this name. */
    when: (name: string) => new Promise<number>((resolve) => waiting.set(name, resolve)),
  };
}

const drawn = new WeakMap<Element, ShownRow>();

/** Writes only the elements whose row is another object or has another text. */
function draw(rows: readonly ShownRow[]): void {
  const board = document.querySelector('#board');
  if (board === null) return;
  while (board.children.length < rows.length) board.append(document.createElement('article'));
  for (const [index, row] of rows.entries()) {
    const tile = board.children[index];
    if (tile === undefined || drawn.get(tile) === row) continue;
    drawn.set(tile, row);
    const text = `${row.name} ${row.description} ${row.end_date ?? ''}`;
    if (tile.textContent !== text) tile.textContent = text;
  }
}

async function download(open: () => Promise<Replica>, total: number): Promise<Download> {
  const start = performance.now();
  const replica = await open();
  const { promise: whole, resolve } = Promise.withResolvers<void>();
  const stop = replica.followCount((rows) => {
    if (rows >= total) resolve();
  });
  await whole;
  const counted = performance.now() - start;
  stop();
  return { counted, stored: Math.max(counted, (await lastGrowth()) - start) };
}

/** Time at which the browser's storage grew for the last time before a pause of two seconds. */
async function lastGrowth(): Promise<number> {
  let usage = 0;
  let grown = 0;
  for (let quiet = 0; quiet < 20; quiet += 1) {
    const now = (await navigator.storage.estimate()).usage ?? 0;
    if (now > usage) {
      usage = now;
      grown = performance.now();
      quiet = 0;
    }
    await after(100);
  }
  return grown;
}

async function writes(replica: Replica, column: Column, count: number): Promise<Paints> {
  const called: number[] = [];
  const painted: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const name = `Written ${String(index)} at ${String(Date.now())}`;
    const seen = column.when(name);
    const start = performance.now();
    const written = replica.rename(column.idAt(index), name);
    called.push((await seen) - performance.timeOrigin - start);
    await frame();
    painted.push(performance.now() - start);
    await written;
    await after(60 + (index % 7) * 11);
  }
  return { called, painted };
}

async function edits(replica: Replica, count: number): Promise<number> {
  const ids = await replica.ids(count);
  const start = performance.now();
  for (const [index, id] of ids.entries()) {
    await replica.rename(id, `Edited offline ${String(index)}`);
  }
  return performance.now() - start;
}

/** Resolves after the next frame has been painted. */
function frame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.addEventListener('message', () => resolve());
      channel.port1.start();
      channel.port2.postMessage(undefined);
    });
  });
}

function now(): number {
  return performance.timeOrigin + performance.now();
}

function after(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), milliseconds));
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
