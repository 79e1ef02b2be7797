import type { RawRow } from '../../model/entities/define-entity.ts';
import type { RowRef } from '../../model/mutations/define-mutation.ts';
import type { Change } from '../../model/protocol/messages.ts';
import { isKnownTable } from './context.ts';
import { listIn, rebase } from '../core/rebase.ts';
import type { OutboxPort } from '../core/ports/outbox.ts';
import type { BaseRow, RowsPort } from '../core/ports/rows.ts';
import { rowKey } from '../core/row-key.ts';

/**
 * Landing (CLIENT-3): a change goes under the person's own pending mutations.
 *
 *   change newer than the base? -- no --> ignored
 *        | yes
 *   anything pending on the row? -- no --> the view is the row
 *        | yes
 *   base := row, view := base with pending applied again
 */
/** Rows of one transaction: larger ones make the UI wait (CLIENT-4). */
export const ROWS_AT_ONCE = 100;

/**
 * Applies changes in their order. The transaction must contain their tables. `visible`: scopes that the person can read;
 * a row that moved to one of them stays until its own change arrives.
 */
export async function applyChanges(
  tx: RowsPort & OutboxPort,
  changes: readonly Change[],
  visible: ReadonlySet<string>,
): Promise<void> {
  const apply = await prepareChanges(tx, changes);
  await apply(visible);
}

/** The same in two steps: the rows are read beside other reads, before it is known whether the changes apply. */
export async function prepareChanges(
  tx: RowsPort & OutboxPort,
  changes: readonly Change[],
): Promise<(visible: ReadonlySet<string>) => Promise<void>> {
  const known = changes.filter(({ table }) => isKnownTable(table));
  const state = await readState(tx, known);
  return async (visible) => {
    for (const change of known) applyOne(state, change, visible);
    await writeState(tx, state);
  };
}

/**
 * Lands rows of a snapshot whatever their version: the snapshot is the truth of a download. No view is read, so this
 * costs what writing the rows costs: they are written while it is asked whether anything is pending, and a row with
 * something pending is folded anew behind them. Screens hear of it when the caller announces the table.
 */
export async function applySnapshot(
  tx: RowsPort & OutboxPort,
  table: string,
  rows: readonly RawRow[],
): Promise<void> {
  const [pendingCount] = await Promise.all([tx.outboxCount(), tx.putRows(table, rows)]);
  if (pendingCount === 0) return;
  const pending = await tx.pendingOf(rows.map(({ id }) => rowKey(table, id)));
  const busy = new Set(pending.flatMap((item) => item.keys));
  const under = rows.filter(({ id }) => busy.has(rowKey(table, id)));
  await tx.putBase(under.map((row) => ({ key: rowKey(table, row.id), v: row.v, row })));
  await rebase(
    tx,
    under.map(({ id }) => ({ table, id })),
  );
}

export interface Chunk<Item> {
  readonly items: readonly Item[];
  /** Version up to which everything is here once the chunk has landed. */
  readonly upTo: number;
}

/** Cuts changes, ordered by version, into pieces of about 100; a cursor never stands inside a version (PULL-3). */
export function chunksOf(
  changes: readonly Change[],
  from: number,
  to: number,
): readonly Chunk<Change>[] {
  const chunks: Chunk<Change>[] = [];
  let whole = from;
  for (let start = 0; start < changes.length; start += ROWS_AT_ONCE) {
    const items = changes.slice(start, start + ROWS_AT_ONCE);
    const next = changes[start + ROWS_AT_ONCE];
    const last = items.findLast(({ v }) => v !== next?.v)?.v ?? whole;
    whole = Math.max(whole, last);
    chunks.push({ items, upTo: next === undefined ? to : whole });
  }
  return chunks.length === 0 ? [{ items: [], upTo: to }] : chunks;
}

interface ApplyState {
  /** Newest server version of each row; missing: nothing is known of it. */
  readonly versions: Map<string, number>;
  /** Keys of bases that say that the row is not here. */
  readonly gone: ReadonlySet<string>;
  /** The server's rows as they are here. */
  readonly rows: Map<string, RawRow>;
  /** Rows with pending mutations, or with a base. */
  readonly under: ReadonlySet<string>;
  readonly puts: Map<string, Map<string, RawRow>>;
  readonly deletes: Map<string, Set<string>>;
  readonly bases: Map<string, BaseRow>;
  readonly refs: Map<string, RowRef>;
}

async function readState(
  tx: RowsPort & OutboxPort,
  changes: readonly Change[],
): Promise<ApplyState> {
  const ids = new Map<string, string[]>();
  for (const { table, id } of changes) listIn(ids, table).push(id);
  const keys = [...new Set(changes.map(({ table, id }) => rowKey(table, id)))];
  const [views, bases, pending] = await Promise.all([
    Promise.all(
      [...ids].map(async ([table, list]) => ({ table, rows: await tx.rows(table, list) })),
    ),
    tx.base(keys),
    tx.outboxCount().then((count) => (count === 0 ? [] : tx.pendingOf(keys))),
  ]);
  const versions = new Map<string, number>();
  const known = new Map<string, RawRow>();
  for (const { table, rows } of views) {
    for (const row of rows) {
      if (row === undefined) continue;
      versions.set(rowKey(table, row.id), row.v);
      known.set(rowKey(table, row.id), row);
    }
  }
  const gone = new Set<string>();
  for (const base of bases.values()) {
    versions.set(base.key, base.v);
    known.delete(base.key);
    if (base.row === null) gone.add(base.key);
    else known.set(base.key, base.row);
  }
  return {
    versions,
    gone,
    rows: known,
    under: new Set([...bases.keys(), ...pending.flatMap((item) => item.keys)]),
    puts: new Map(),
    deletes: new Map(),
    bases: new Map(),
    refs: new Map(),
  };
}

function applyOne(state: ApplyState, change: Change, visible: ReadonlySet<string>): void {
  const { table, id, v } = change;
  const key = rowKey(table, id);
  const known = state.versions.get(key);
  const row = change.kind === 'put' ? change.row : null;
  // A row hidden by a scope move is restored at the same version.
  const isBack = row !== null && v === known && state.gone.has(key) && !state.bases.has(key);
  if (known !== undefined && v <= known && !isBack) return;
  if (change.kind === 'moved' && visible.has(change.to)) {
    // Until the row itself comes it is what goes when that scope is lost.
    const here = state.rows.get(key);
    if (here !== undefined) putRow(state, change, { ...here, scope: change.to });
    return;
  }
  if (row === null && known === undefined) return;
  state.versions.set(key, v);
  putRow(state, change, row);
}

/** Under what is pending, or as the view; the version is what `versions` says. */
function putRow(state: ApplyState, { table, id }: RowRef, row: RawRow | null): void {
  const key = rowKey(table, id);
  const v = state.versions.get(key) ?? 0;
  if (row === null) state.rows.delete(key);
  else state.rows.set(key, row);
  if (state.under.has(key)) {
    state.bases.set(key, { key, v, row });
    state.refs.set(key, { table, id });
  } else if (row === null) {
    state.puts.get(table)?.delete(id);
    setIn(state.deletes, table).add(id);
  } else {
    state.deletes.get(table)?.delete(id);
    mapIn(state.puts, table).set(id, row);
  }
}

async function writeState(tx: RowsPort & OutboxPort, state: ApplyState): Promise<void> {
  for (const [table, rows] of state.puts) await tx.putRows(table, [...rows.values()]);
  for (const [table, ids] of state.deletes) await tx.deleteRows(table, [...ids]);
  await tx.putBase([...state.bases.values()]);
  await rebase(tx, [...state.refs.values()]);
}

function setIn(sets: Map<string, Set<string>>, key: string): Set<string> {
  const known = sets.get(key) ?? new Set<string>();
  sets.set(key, known);
  return known;
}

function mapIn(maps: Map<string, Map<string, RawRow>>, key: string): Map<string, RawRow> {
  const known = maps.get(key) ?? new Map<string, RawRow>();
  maps.set(key, known);
  return known;
}
