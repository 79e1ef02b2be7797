import type { Entity, RawRow } from '../../../model/entities/define-entity.ts';
import { type AccountDb, rows } from '../database.ts';
import { type ChangedIds, followTable } from './changes.ts';
import type { CommittedRows } from './own-commits.ts';

/** Selected rows of a table, kept up to date. Fits `useSyncExternalStore`. */
export interface LiveRows<Row> {
  /**
   * Rows on this device, by id. The map and the rows keep their identity until they change. A deleted row stays in its
   * last version: the owner of the ids detects the deletion.
   */
  readonly current: () => ReadonlyMap<string, Row>;
  /** Keeps the rows up to date while there are listeners. */
  readonly subscribe: (changed: () => void) => () => void;
}

/**
 * Rows that screens show by their ids: the visible ranges of a board's columns. A live query reads all rows of its
 * range again after one has changed; here only the changed row is read, and a row written by this page is shown as soon
 * as it is committed.
 */
export interface RowsById<Row> {
  /** `first`: rows that were read elsewhere already, shown until they are read here. */
  readonly of: (ids: readonly string[], first?: readonly Row[]) => LiveRows<Row>;
}

/** Number of rows that stay in memory after they left the screen, for scrolling back. */
const KEPT = 2_000;

/** Milliseconds without listeners until rows are forgotten: a change of screens leaves a short gap. */
const FORGET_MS = 2_000;

/** Milliseconds after a failed read. */
const AGAIN_MS = 1_000;

interface KnownRow<Row> {
  readonly row: Row | undefined;
  /** When the row was requested or written, by the clock of the state. */
  readonly at: number;
  /**
   * The row has changed while it was not shown: it is read when it is shown again, and shown in its old version until
   * then.
   */
  readonly isOld: boolean;
}

interface State<Row extends RawRow> {
  readonly db: AccountDb;
  readonly entity: Entity<Row>;
  readonly known: Map<string, KnownRow<Row>>;
  /** Listeners by row. */
  readonly shownBy: Map<string, Set<() => void>>;
  unread: Set<string>;
  isReading: boolean;
  /** Counts reads and changes: the result of a read that began before a change is dropped. */
  clock: number;
  listeners: number;
  /** Undefined: there are no listeners, so the state is empty. */
  stop: (() => void) | undefined;
  forget: ReturnType<typeof setTimeout> | undefined;
}

export function rowsById<Row extends RawRow>(db: AccountDb, entity: Entity<Row>): RowsById<Row> {
  const state: State<Row> = {
    db,
    entity,
    known: new Map(),
    shownBy: new Map(),
    unread: new Set(),
    isReading: false,
    clock: 0,
    listeners: 0,
    stop: undefined,
    forget: undefined,
  };
  return {
    of: (ids, first = []) => {
      const window = windowOf(state, ids, first);
      return {
        current: window.current,
        subscribe: (listener) => {
          const changed = () => {
            window.outdate();
            listener();
          };
          const leave = showRows(state, ids, changed);
          // The rows may have been read before there were listeners.
          window.outdate();
          return leave;
        },
      };
    },
  };
}

function windowOf<Row extends RawRow>(
  { known }: State<Row>,
  ids: readonly string[],
  first: readonly Row[],
) {
  const before = new Map(first.map((row) => [row.id, row]));
  let shown: ReadonlyMap<string, Row> = new Map();
  let isOld = true;
  return {
    outdate: () => {
      isOld = true;
    },
    current: () => {
      if (!isOld) return shown;
      isOld = false;
      const next = new Map<string, Row>();
      for (const id of ids) {
        const row = known.get(id)?.row ?? shown.get(id) ?? before.get(id);
        if (row !== undefined) next.set(id, row);
      }
      const isSame =
        next.size === shown.size && [...next].every(([id, row]) => shown.get(id) === row);
      if (!isSame) shown = next;
      return shown;
    },
  };
}

/** Follows these rows until the returned function is called. */
function showRows<Row extends RawRow>(
  state: State<Row>,
  ids: readonly string[],
  changed: () => void,
): () => void {
  state.listeners += 1;
  clearTimeout(state.forget);
  state.stop ??= listen(state);
  for (const id of ids) {
    const all = state.shownBy.get(id) ?? new Set();
    state.shownBy.set(id, all.add(changed));
  }
  ask(
    state,
    ids.filter((id) => state.known.get(id)?.isOld ?? true),
  );
  return () => {
    for (const id of ids) {
      const all = state.shownBy.get(id);
      all?.delete(changed);
      if (all?.size === 0) state.shownBy.delete(id);
    }
    state.listeners -= 1;
    if (state.listeners > 0) return;
    clearTimeout(state.forget);
    state.forget = setTimeout(() => {
      state.stop?.();
      state.stop = undefined;
    }, FORGET_MS);
  };
}

function listen<Row extends RawRow>(state: State<Row>): () => void {
  const { db, entity, known, shownBy } = state;
  const onCommit = (written: CommittedRows) => {
    const at = (state.clock += 1);
    const found = new Map<string, Row | undefined>();
    for (const [id, row] of written) {
      if (!known.has(id) && !shownBy.has(id)) continue;
      const shown = row === undefined ? undefined : parsed(entity, row);
      // A row whose shape this build cannot parse is shown after it has been read back.
      if (row === undefined || shown !== undefined) found.set(id, shown);
    }
    storeRead(state, found, at);
  };
  const stops = [
    followTable(db.dexie, entity.table, (ids) => outdate(state, ids)),
    db.commits.listen(entity.table, onCommit),
  ];
  return () => {
    for (const stop of stops) stop();
    known.clear();
    state.unread.clear();
  };
}

/** Marks rows that have changed, here or elsewhere: those that are shown are read again. */
function outdate<Row extends RawRow>(state: State<Row>, which: ChangedIds): void {
  const { known, shownBy } = state;
  const at = (state.clock += 1);
  const ids = which === 'all' ? [...known.keys()] : which.filter((id) => known.has(id));
  for (const id of ids) known.set(id, { row: known.get(id)?.row, at, isOld: !shownBy.has(id) });
  ask(state, which === 'all' ? [...shownBy.keys()] : which.filter((id) => shownBy.has(id)));
}

function ask<Row extends RawRow>(state: State<Row>, ids: readonly string[]): void {
  for (const id of ids) state.unread.add(id);
  if (state.isReading || state.unread.size === 0) return;
  state.isReading = true;
  // One read for all requests of the same moment, such as those of all columns of a board.
  queueMicrotask(() => void read(state));
}

async function read<Row extends RawRow>(state: State<Row>): Promise<void> {
  const { db, entity } = state;
  let ids: readonly string[] = [];
  try {
    while (state.unread.size > 0) {
      ids = [...state.unread];
      state.unread = new Set();
      const at = (state.clock += 1);
      const found = await rows(db, entity).bulkGet([...ids]);
      storeRead(state, new Map(ids.map((id, index) => [id, found[index]])), at);
    }
  } catch {
    // The store is closed or fails temporarily: the shown rows stay, and are read again while they are shown.
    for (const id of ids) if (state.shownBy.has(id)) state.unread.add(id);
    setTimeout(() => ask(state, []), AGAIN_MS);
  } finally {
    state.isReading = false;
  }
}

/** Stores the results of a read that began at the given time. A row that has changed since will be read again. */
function storeRead<Row extends RawRow>(
  { known, shownBy }: State<Row>,
  answers: ReadonlyMap<string, Row | undefined>,
  at: number,
): void {
  const listeners = new Set<() => void>();
  for (const [id, answer] of answers) {
    // The requester has unsubscribed: nothing would report changes of the row.
    if (!known.has(id) && !shownBy.has(id)) continue;
    const before = known.get(id);
    if (before !== undefined && before.at > at) continue;
    const row = isSameRow(before?.row, answer) ? before?.row : answer;
    // Inserted at the end: rows that were not read for long are removed first.
    known.delete(id);
    known.set(id, { row, at, isOld: false });
    if (before !== undefined && row === before.row) continue;
    for (const changed of shownBy.get(id) ?? []) listeners.add(changed);
  }
  let surplus = known.size - KEPT;
  for (const id of surplus > 0 ? known.keys() : []) {
    if (surplus <= 0) break;
    if (shownBy.has(id)) continue;
    known.delete(id);
    surplus -= 1;
  }
  for (const changed of listeners) changed();
}

function parsed<Row extends RawRow>(entity: Entity<Row>, row: RawRow): Row | undefined {
  try {
    return entity.parse(row);
  } catch {
    return undefined;
  }
}

/** Compares field by field: a row that is read again is a new object, also when it has not changed. */
function isSameRow(left: RawRow | undefined, right: RawRow | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return Object.keys({ ...left, ...right }).every((field) => {
    const a = left[field];
    const b = right[field];
    return a === b || (typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));
  });
}
