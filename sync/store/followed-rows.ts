import Dexie, { type ObservabilitySet, RangeSet, type Table } from 'dexie';
import type { Entity, RawRow } from '../../model/entities/define-entity.ts';
import { type AccountDb, rows } from './database.ts';

/**
 * What screens over a whole table (tens of thousands of rows) read: the few fields they need of each row, held in
 * memory and kept up to date. A live query would read the whole table again with every change; this reads the table
 * once, in pieces, and then only the rows that Dexie names as changed, by whichever tab or worker.
 */
export interface FollowedRows<Kept> {
  /** The rows by id, undefined until the table has been read once. A new map object with each change. */
  readonly current: () => ReadonlyMap<string, Kept> | undefined;
  /** Calls back after each change; gives the way to stop. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly close: () => void;
}

/** Rows read in one go: a piece takes a few milliseconds, so that paints fall between. */
const PIECE = 2_000;
/** Changes of many transactions (a download) are read together. */
const GATHER_MS = 60;

/** Follows a table. `pick` chooses what is kept of a row, or undefined to leave the row out. */
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
      state.snapshot = new Map(state.kept);
      for (const listener of listeners) listener();
    },
    snapshot: undefined,
    changed: new RangeSet(),
    timer: undefined,
    busy: false,
    closed: false,
  };
  const part = `idb://${db.dexie.name}/${entity.table}/`;
  const onMutated = (parts: ObservabilitySet) => {
    const touched = parts[part] ?? parts['all'];
    if (touched === undefined) return;
    state.changed.add(touched);
    plan(state);
  };
  // Listening starts before the first read: what changes meanwhile is read again after it.
  Dexie.on('storagemutated', onMutated);
  void drain(state, readAll);
  return {
    current: () => state.snapshot,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => {
      state.closed = true;
      clearTimeout(state.timer);
      Dexie.on.storagemutated.unsubscribe(onMutated);
      state.kept.clear();
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
  snapshot: ReadonlyMap<string, Kept> | undefined;
  changed: RangeSet;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** A read is under way; changes wait for its end. */
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
    // A store that was closed meanwhile (sign-out) has nothing to show.
    if (!state.closed && state.dexie.isOpen()) throw error;
  } finally {
    state.busy = false;
    const isUpToDate = state.changed[Symbol.iterator]().next().done === true;
    if (!isUpToDate) plan(state);
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
  const gone = new Set(state.kept.keys());
  const cursor = { after: '', more: true };
  while (cursor.more && !state.closed) {
    const piece = await state.table.where(':id').above(cursor.after).limit(PIECE).toArray();
    for (const row of piece) {
      gone.delete(row.id);
      keep(state, row.id, row);
    }
    cursor.after = piece.at(-1)?.id ?? '';
    cursor.more = piece.length === PIECE;
  }
  for (const id of gone) state.kept.delete(id);
};

const readChanged: Read = async (state) => {
  const ranges = Array.from(state.changed);
  state.changed = new RangeSet();
  // Where Dexie names a range instead of rows (a table emptied, a bulk write), all is read again.
  if (ranges.some(({ from, to }) => from !== to)) return await readAll(state);
  const ids = ranges.map(({ from }) => String(from));
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
