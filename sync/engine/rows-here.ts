import type { Entity, RawRow } from '../../model/entities/define-entity.ts';
import { entityOf } from '../../model/entities/registry.ts';
import { sumsOfContent } from '../../model/entities/row-digest.ts';
import { addSums, hexOf, NO_SUMS, type Sums, sumsOfVersion } from '../../model/shared/digest.ts';
import { type EngineContext, wholeTablesOf } from './context.ts';
import { mayBeMissing } from './outlines.ts';
import type { NotCompared, Tally } from '../core/ports/comparison.ts';
import type { RowsPort } from '../core/ports/rows.ts';
import type { StreamState } from '../core/ports/streams.ts';
import { rowKey } from '../core/row-key.ts';
import { type ScopeState, scopeState } from '../core/scope-state.ts';

export interface Place {
  readonly stream: string;
  readonly scope: string;
}

/** The rows of one scope on this device, at one cursor; `left`: why they cannot be compared now. */
export type RowsHere =
  | { readonly kind: 'read'; readonly state: StreamState; readonly tally: Tally }
  | RowsLeft;

export interface RowsLeft {
  readonly kind: 'left';
  readonly reason: NotCompared;
}

/** Rows per transaction: a write of the person waits for the read of one part only. */
const AT_ONCE = 500;

/**
 * Digest of the rows that this device has to have of a scope (PULL-9.1): without messages (WIN-4), and without details
 * of an outlined project and tasks of a summarized one (OUT-4.3). A scope with a row on which a change waits is left: its view is not the server's.
 */
export async function rowsHere(context: EngineContext, place: Place): Promise<RowsHere> {
  const sums = newSums();
  const read = await readRowsHere(context, place, {
    tables: (state) => comparedTables(place.stream, place.scope, state),
    visit: (entity, row) => {
      addRow(sums, entity, row);
    },
  });
  return read.kind === 'left' ? read : { ...read, tally: tallyOf(sums) };
}

interface RowsToRead {
  readonly tables: (state: StreamState) => readonly string[];
  /** Called for each row, table by table in their order. */
  readonly visit: (entity: Entity, row: RawRow, state: StreamState) => void;
}

/** Reads the rows of some tables of a scope at one cursor. */
export async function readRowsHere(
  { ports: { store } }: EngineContext,
  { stream, scope }: Place,
  { tables: tablesIn, visit }: RowsToRead,
): Promise<{ readonly kind: 'read'; readonly state: StreamState } | RowsLeft> {
  const begun = await store.read('all', async (tx) => {
    const state = await tx.stream(stream);
    if (completeState(state, scope) === undefined || state === undefined) return ARRIVING;
    const tables = tablesIn(state);
    const ids = await Promise.all(tables.map((table) => tx.idsInScope(table, scope)));
    const byTable = new Map(tables.map((table, index) => [table, ids[index] ?? []]));
    if (await hasPending(tx, scope, byTable)) return UNSENT;
    return { kind: 'begun', state, byTable } as const;
  });
  if (begun.kind === 'left') return begun;
  const { state, byTable } = begun;
  for (const [table, ids] of byTable) {
    const entity = entityOf(table);
    for (let from = 0; entity !== undefined && from < ids.length; from += AT_ONCE) {
      const part = ids.slice(from, from + AT_ONCE);
      const found = await store.read([table], async (tx) => {
        const now = await tx.stream(stream);
        if (now?.cursor !== state.cursor || now.epoch !== state.epoch) return BEHIND;
        if (completeState(now, scope) === undefined) return ARRIVING;
        const bases = await tx.base(part.map((id) => rowKey(table, id)));
        return bases.size > 0 ? UNSENT : tx.rows(table, part);
      });
      if ('kind' in found) return found;
      for (const row of found) {
        if (row === undefined) return BEHIND;
        visit(entity, row, state);
      }
    }
  }
  return { kind: 'read', state };
}

/** Sums of a tally while its rows are read. */
export interface TallySums {
  count: number;
  versions: Sums;
  contents: Sums;
}

export function newSums(): TallySums {
  return { count: 0, versions: NO_SUMS, contents: NO_SUMS };
}

export function addRow(sums: TallySums, entity: Entity, row: RawRow): void {
  sums.count += 1;
  sums.versions = addSums(sums.versions, sumsOfVersion(row));
  sums.contents = addSums(sums.contents, sumsOfContent(entity, row));
}

export function tallyOf({ count, versions, contents }: TallySums): Tally {
  return { count, digest: hexOf(versions), content: hexOf(contents) };
}

export function isSameTally(
  here: Tally,
  there: { readonly count: number; readonly digest: string; readonly content?: string | undefined },
): boolean {
  return (
    here.count === there.count &&
    (here.count === 0 || (here.digest === there.digest && here.content === there.content))
  );
}

const ARRIVING = { kind: 'left', reason: 'arriving' } as const;
const BEHIND = { kind: 'left', reason: 'behind' } as const;
const UNSENT = { kind: 'left', reason: 'unsent' } as const;

/** State of a scope whose rows are all here and current; undefined otherwise. */
export function completeState(
  state: StreamState | undefined,
  scope: string,
): Extract<ScopeState, { kind: 'complete' }> | undefined {
  if (state === undefined || state.download !== undefined) return undefined;
  const own = scopeState(state.scopes, scope);
  return own.kind === 'complete' ? own : undefined;
}

/** Tables of which this device has to have every row of the scope. */
export function comparedTables(
  stream: string,
  scope: string,
  state: Pick<StreamState, 'outlined' | 'summarized'>,
): readonly string[] {
  return wholeTablesOf(stream).filter((table) => !mayBeMissing(state, table, scope));
}

/** True when a change waits on a row of the scope, by its view or by the server's row. */
async function hasPending(
  tx: RowsPort,
  scope: string,
  byTable: ReadonlyMap<string, readonly string[]>,
): Promise<boolean> {
  const bases = await tx.allBases();
  if (bases.length === 0) return false;
  const keys = new Set([...byTable].flatMap(([table, ids]) => ids.map((id) => rowKey(table, id))));
  return bases.some(({ key, row }) => row?.scope === scope || keys.has(key));
}

/** True when two rows have the same content, by the fields of this build. */
export function isSameContent(table: string, left: RawRow, right: RawRow): boolean {
  const entity = entityOf(table);
  if (entity === undefined) return true;
  return hexOf(sumsOfContent(entity, left)) === hexOf(sumsOfContent(entity, right));
}
