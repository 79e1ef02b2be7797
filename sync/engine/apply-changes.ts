import type { RawRow } from '../../model/entities/define-entity.ts';
import type { RowRef } from '../../model/mutations/define-mutation.ts';
import type { Change } from '../../model/protocol/messages.ts';
import { isKnownTable } from './context.ts';
import { listIn, rebase } from '../core/rebase.ts';
import type { OutboxPort } from '../core/ports/outbox.ts';
import type { BaseRow, RowsPort } from '../core/ports/rows.ts';
import { rowKey } from '../core/row-key.ts';

/**
 * Applies server changes below the person's own pending mutations (CLIENT-3).
 *
 *   change newer than the base row? -- no --> ignored
 *        | yes
 *   pending mutation on the row? -- no --> view := row
 *        | yes
 *   base := row, view := base with the pending mutations applied again
 */

/** Rows per transaction: the UI waits for larger ones (CLIENT-4). */
export const ROWS_AT_ONCE = 100;

/**
 * Applies changes in their order. The transaction must contain their tables. A row that moved to one of the `visible`
 * scopes, which the person can read, stays until its own change arrives.
 */
export async function applyChanges(
  tx: RowsPort & OutboxPort,
  changes: readonly Change[],
  visible: ReadonlySet<string>,
): Promise<void> {
  const apply = await prepareChanges(tx, changes);
  await apply(visible);
}

/** `applyChanges` in two steps: rows are read together with other data, before the caller decides to apply. */
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
 * Applies rows of a download's snapshot whatever their version. No view is read: the rows are written while the pending
 * mutations are counted, and rows with pending mutations are rebased afterwards. The caller announces the table.
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
  /** Version up to which the device has all changes once the chunk is applied. */
  readonly upTo: number;
}

/** Splits changes, ordered by version, into chunks of about 100; a cursor never splits a version (PULL-3). */
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
  /** Newest known server version of each row. */
  readonly versions: Map<string, number>;
  /** Keys of base rows without a server row. */
  readonly withoutRow: ReadonlySet<string>;
  /** The server's rows on this device. */
  readonly rows: Map<string, RawRow>;
  /** Keys of rows with pending mutations or a base row. */
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
  const withoutRow = new Set<string>();
  for (const base of bases.values()) {
    versions.set(base.key, base.v);
    known.delete(base.key);
    if (base.row === null) withoutRow.add(base.key);
    else known.set(base.key, base.row);
  }
  return {
    versions,
    withoutRow,
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
  const isBack = row !== null && v === known && state.withoutRow.has(key) && !state.bases.has(key);
  if (known !== undefined && v <= known && !isBack) return;
  if (change.kind === 'moved' && visible.has(change.to)) {
    // The row has its new scope at once, so that it is removed if that scope is revoked before the row's own change.
    const here = state.rows.get(key);
    if (here !== undefined) putRow(state, change, { ...here, scope: change.to });
    return;
  }
  if (row === null && known === undefined) return;
  state.versions.set(key, v);
  putRow(state, change, row);
}

/** Writes a row as base below pending mutations, otherwise as the view; its version is that in `versions`. */
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
