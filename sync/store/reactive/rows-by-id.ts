import type { Entity, RawRow } from '../../../model/entities/define-entity.ts';
import { type AccountDb, rows } from '../database.ts';
import { type ChangedIds, followTable } from './changes.ts';
import type { CommittedRows } from './own-commits.ts';

/** Some rows of a table as they are. Fits `useSyncExternalStore`. */
export interface RowWindow<Row> {
  /**
   * Those that are here, by id. The same map until one of them changes, and in it the same rows. One that goes stays as it
   * was last shown: whoever gives the ids knows that it has gone.
   */
  readonly current: () => ReadonlyMap<string, Row>;
  /** Keeps them up to date while anybody listens. */
  readonly subscribe: (changed: () => void) => () => void;
}

/**
 * Rows that screens show by their ids: the windows of a board's columns. A live query reads all rows of its window again
 * when one has changed; here only that one is read, and what was written here is shown as soon as it is committed.
 */
export interface RowsById<Row> {
  /** `first`: what has been read of them already, shown until they are read here. */
  readonly of: (ids: readonly string[], first?: readonly Row[]) => RowWindow<Row>;
}

/** Rows that left the screen are remembered, as long as there are not more than this: scrolling back finds them. */
const KEPT = 2_000;

/** From one screen to the next nobody listens for a moment. */
const FORGET_MS = 2_000;

/** After a reading that failed. */
const AGAIN_MS = 1_000;

interface KnownRow<Row> {
  readonly row: Row | undefined;
  /** When it was asked for or written, by the clock of the state. */
  readonly at: number;
  /** It has changed while nobody showed it: read when it is shown again, and until then shown as it was. */
  readonly isOld: boolean;
}

interface State<Row extends RawRow> {
  readonly db: AccountDb;
  readonly entity: Entity<Row>;
  readonly known: Map<string, KnownRow<Row>>;
  /** Who is to be told about a row. */
  readonly shownBy: Map<string, Set<() => void>>;
  unread: Set<string>;
  isReading: boolean;
  /** Counts questions and changes: what was asked for before a change is no answer after it. */
  clock: number;
  listeners: number;
  /** Undefined: nobody listens, so nothing is known. */
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
          const leave = enter(state, ids, changed);
          // It may have been asked before anybody listened.
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

/** Follows these rows until it is left again. */
function enter<Row extends RawRow>(
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
      // A row of a shape that this build cannot read is shown as it is read back.
      if (row === undefined || shown !== undefined) found.set(id, shown);
    }
    learn(state, found, at);
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

/** These rows have changed, here or elsewhere: those that are shown are read again. */
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
  // Together with what others ask for in the same moment: all columns of a board are one question.
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
      learn(state, new Map(ids.map((id, index) => [id, found[index]])), at);
    }
  } catch {
    // A store that is closed or fails for a moment: what was shown stays, and is asked for again while it is shown.
    for (const id of ids) if (state.shownBy.has(id)) state.unread.add(id);
    setTimeout(() => ask(state, []), AGAIN_MS);
  } finally {
    state.isReading = false;
  }
}

/** Answers to what was asked at that time. A row that has changed since will be read again. */
function learn<Row extends RawRow>(
  { known, shownBy }: State<Row>,
  answers: ReadonlyMap<string, Row | undefined>,
  at: number,
): void {
  const listeners = new Set<() => void>();
  for (const [id, answer] of answers) {
    // Asked for by somebody who has left: nobody would tell when it changes.
    if (!known.has(id) && !shownBy.has(id)) continue;
    const before = known.get(id);
    if (before !== undefined && before.at > at) continue;
    const row = isSameRow(before?.row, answer) ? before?.row : answer;
    // At the end: rows that were not read for long go first.
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

/** Equal field by field: a row read again is a new object, also when nothing happened to it. */
function isSameRow(left: RawRow | undefined, right: RawRow | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return Object.keys({ ...left, ...right }).every((field) => {
    const a = left[field];
    const b = right[field];
    return a === b || (typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));
  });
}
