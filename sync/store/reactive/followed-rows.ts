import type { Collection, Dexie, Table } from 'dexie';
import type { Entity, RawRow } from '../../../model/entities/define-entity.ts';
import { type AccountDb, rows } from '../database.ts';
import { followTable } from './changes.ts';

/**
 * Rows for screens over a whole table (tens of thousands of rows): the few fields that the screens need of each row, in
 * memory and kept up to date. A live query would read the whole table again after every change; this reads the table
 * once, in chunks, the newest rows first, and then only the rows that Dexie reports as changed, in any tab or worker.
 */
export interface FollowedRows<Kept> {
  /** Rows by id, undefined until the table has been read once. A new map after each change. */
  readonly current: () => ReadonlyMap<string, Kept> | undefined;
  /** Rows of the first read while it runs; undefined before its first chunk and after its end. */
  readonly soFar: () => SoFar<Kept> | undefined;
  /** Calls back after each change and each chunk of the first read; returns the unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly close: () => void;
}

/** Newest rows of a table that is being read. A new object after each chunk. */
export interface SoFar<Kept> {
  /**
   * By id, the newest first. The same array until the number of rows has doubled, so that derived values are computed
   * only a few times.
   */
  readonly rows: readonly Kept[];
  /** Share of the table that has been read, from 0 to 1. */
  readonly share: number;
}

/** Rows per chunk: reading one takes a few milliseconds, so that paints happen in between. */
const CHUNK = 1_000;
/** Size of the first chunk: the first page of a list and some rows that are archived or in an archived project. */
const FIRST_CHUNK = 100;
/** Factor between the sizes of consecutive chunks. */
const GROWTH = 4;
/** Changes of many transactions (a download) are read together. */
const GATHER_MS = 60;

/** Follows a table. `pick` returns the fields to keep of a row, or undefined to leave the row out. */
export function followRows<Row extends RawRow, Kept>(
  db: AccountDb,
  entity: Entity<Row>,
  pick: (row: Row) => Kept | undefined,
): FollowedRows<Kept> {
  const listeners = new Set<() => void>();
  const state: State<Row, Kept> = {
    dexie: db.dexie,
    table: rows(db, entity),
    pick,
    kept: new Map(),
    publish: () => {
      state.soFar = undefined;
      state.snapshot = new Map(state.kept);
      for (const listener of listeners) listener();
    },
    notify: (share) => {
      const before = state.soFar?.rows;
      const isTwice = before === undefined || state.kept.size >= 2 * before.length;
      state.soFar = { rows: isTwice ? [...state.kept.values()] : before, share };
      for (const listener of listeners) listener();
    },
    snapshot: undefined,
    soFar: undefined,
    changed: new Set(),
    timer: undefined,
    busy: false,
    closed: false,
  };
  // The subscription starts before the first read: rows that change during it are read again after it.
  const stop = followTable(db.dexie, entity.table, (ids) => {
    if (ids === 'all' || state.changed === 'all') state.changed = 'all';
    else for (const id of ids) state.changed.add(id);
    plan(state);
  });
  void drain(state, readAll);
  return {
    current: () => state.snapshot,
    soFar: () => state.soFar,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => {
      state.closed = true;
      clearTimeout(state.timer);
      stop();
      state.kept.clear();
      state.soFar = undefined;
      state.snapshot = undefined;
    },
  };
}

interface State<Row extends RawRow, Kept> {
  readonly dexie: Dexie;
  readonly table: Table<Row, string>;
  readonly pick: (row: Row) => Kept | undefined;
  readonly kept: Map<string, Kept>;
  readonly publish: () => void;
  /** Reports the progress of the first read. */
  readonly notify: (share: number) => void;
  snapshot: ReadonlyMap<string, Kept> | undefined;
  soFar: SoFar<Kept> | undefined;
  /** Ids of rows that changed since they were read. */
  changed: Set<string> | 'all';
  timer: ReturnType<typeof setTimeout> | undefined;
  /** A read is running; changes wait for its end. */
  busy: boolean;
  closed: boolean;
}

type Read = <Row extends RawRow, Kept>(state: State<Row, Kept>) => Promise<void>;

async function drain<Row extends RawRow, Kept>(state: State<Row, Kept>, read: Read): Promise<void> {
  state.busy = true;
  try {
    await read(state);
    if (!state.closed) state.publish();
  } catch (error) {
    // A store that was closed meanwhile (sign-out) has no rows to show.
    if (!state.closed && state.dexie.isOpen()) throw error;
  } finally {
    state.busy = false;
    if (state.changed === 'all' || state.changed.size > 0) plan(state);
  }
}

function plan<Row extends RawRow, Kept>(state: State<Row, Kept>): void {
  if (state.closed || state.busy || state.timer !== undefined) return;
  state.timer = setTimeout(() => {
    state.timer = undefined;
    void drain(state, readChanged);
  }, GATHER_MS);
}

const readAll: Read = async (state) => {
  const unseen = new Set(state.kept.keys());
  const isFirst = state.snapshot === undefined;
  const [total, first] = await Promise.all([
    isFirst ? state.table.count() : 0,
    readChunk(state.table, undefined, FIRST_CHUNK),
  ]);
  const read = { chunk: first, done: 0, size: FIRST_CHUNK };
  while (!state.closed) {
    const { rows: chunk, isLast } = read.chunk;
    for (const row of chunk) {
      unseen.delete(row.id);
      keep(state, row.id, row);
    }
    if (isLast) break;
    read.done += chunk.length;
    if (isFirst) state.notify(Math.min(1, read.done / Math.max(total, 1)));
    read.size = Math.min(CHUNK, read.size * GROWTH);
    read.chunk = await readChunk(state.table, chunk.at(-1)?.id, read.size);
  }
  for (const id of unseen) state.kept.delete(id);
};

/** Reads approximately this number of rows below an id, the newest first. */
async function readChunk<Row extends RawRow>(
  table: Table<Row, string>,
  before: string | undefined,
  size: number,
): Promise<{ readonly rows: readonly Row[]; readonly isLast: boolean }> {
  const older = (): Collection<Row, string> =>
    before === undefined ? table.orderBy(':id') : table.where(':id').below(before);
  if (size === FIRST_CHUNK) {
    const newest = await older().reverse().limit(size).toArray();
    return { rows: newest, isLast: newest.length < size };
  }
  // Browsers read rows backwards one by one, and forwards all at once: the start of the chunk is read first.
  const [from] = await older()
    .reverse()
    .offset(size - 1)
    .limit(1)
    .primaryKeys();
  const rising =
    from === undefined || before === undefined
      ? older()
      : table.where(':id').between(from, before, true, false);
  return { rows: (await rising.toArray()).toReversed(), isLast: from === undefined };
}

const readChanged: Read = async (state) => {
  const { changed } = state;
  state.changed = new Set();
  if (changed === 'all') return await readAll(state);
  const ids = [...changed];
  const found = await state.table.bulkGet(ids);
  ids.forEach((id, index) => keep(state, id, found[index]));
};

function keep<Row extends RawRow, Kept>(
  { kept, pick }: State<Row, Kept>,
  id: string,
  row: Row | undefined,
): void {
  const picked = row === undefined ? undefined : pick(row);
  if (picked === undefined) kept.delete(id);
  else kept.set(id, picked);
}
