import type { RawRow } from '../../model/entities/define-entity.ts';
import type { ScopePage } from '../../model/protocol/messages.ts';
import {
  authed,
  DONE,
  type EngineContext,
  failed,
  isKnownTable,
  MORE,
  type Step,
  tablesOf,
} from './context.ts';
import { landChanges, ROWS_AT_ONCE } from './landing.ts';
import { refOfKey, type Reply, rowKey, type StoreTx, type StreamState } from './ports.ts';
import { opened, without } from './scopes.ts';
import { sweepBases, sweepRows } from './sweep.ts';
import { isCovered } from './windows.ts';

/**
 * PULL-5, first half: reads scopes that have become visible, page by page, and lands them as changes are landed. What an
 * earlier fill or a first download that broke off had brought of them and this one does not goes when all of them are
 * here (PULL-6): it may have moved from one to another.
 */
export async function fillScopes(
  context: EngineContext,
  stream: string,
  scopes: readonly string[],
): Promise<Step> {
  const fills: Fill[] = [];
  for (const scope of scopes) {
    const begun = await isBegun(context, stream, scope);
    const fill: Fill = { stream, scope, begun, seen: new Set() };
    const step = await fillScope(context, fill);
    if (step.kind !== 'done') return step;
    fills.push(fill);
  }
  for (const fill of fills) if (fill.begun) await sweepScope(context, fill);
  return DONE;
}

/** A page read before the cursor's version may hold a row whose tombstone has passed already: it is read again. */
async function fillScope(context: EngineContext, fill: Fill): Promise<Step> {
  const { stream, scope } = fill;
  let after: string | null = null;
  for (let repeats = 0; repeats < MOST_REPEATS;) {
    const reply: Reply<ScopePage> = await readPage(context, { stream, scope, after });
    if (!reply.ok) {
      // Lost again meanwhile: the next pull says so.
      const gone = reply.failure.kind === 'refused' && reply.failure.status === 404;
      return gone ? MORE : failed(reply.failure);
    }
    const landed = await landFill(context, fill, reply.value);
    if (landed === 'dropped') return MORE;
    if (landed === 'again') {
      repeats += 1;
      continue;
    }
    if (reply.value.cursor === null) return DONE;
    after = reply.value.cursor;
  }
  return failed({ kind: 'network' });
}

/** One fill: what it has brought so far. */
interface Fill {
  readonly stream: string;
  readonly scope: string;
  /** Something earlier that broke off may have left rows of the scope. */
  readonly begun: boolean;
  /** Keys of its rows. */
  readonly seen: Set<string>;
  /** At its first page. */
  read?: Pick<ScopePage, 'head' | 'epoch'>;
}

async function isBegun({ ports }: EngineContext, stream: string, scope: string): Promise<boolean> {
  const state = await ports.store.read([], (tx) => tx.stream(stream));
  return state?.partial?.[scope] !== undefined;
}

function readPage(
  context: EngineContext,
  query: { readonly stream: string; readonly scope: string; readonly after: string | null },
): Promise<Reply<ScopePage>> {
  return authed(context, () => context.ports.transport.scope(query));
}

/** How often a fill may meet a cursor that has moved on before it starts over, later. */
const MOST_REPEATS = 5;

async function landFill(
  context: EngineContext,
  fill: Fill,
  page: ScopePage,
): Promise<'landed' | 'again' | 'dropped'> {
  const { store } = context.ports;
  const { stream, scope } = fill;
  for (const { table, row } of page.rows) fill.seen.add(rowKey(table, row.id));
  fill.read ??= page;
  const rows = page.rows.filter(({ table }) => isKnownTable(table));
  const tables = [...new Set(rows.map(({ table }) => table))];
  for (let start = 0; start === 0 || start < rows.length; start += ROWS_AT_ONCE) {
    const part = rows.slice(start, start + ROWS_AT_ONCE);
    const last = start + ROWS_AT_ONCE >= rows.length && page.cursor === null;
    const result = await store.write(tables, async (tx) => {
      const state = await tx.stream(stream);
      if (state === undefined || state.epoch !== page.epoch || state.download !== undefined) {
        return 'dropped';
      }
      // A page that did not name it has landed meanwhile: a fill could not take away what has been removed since.
      if (state.missed?.includes(scope) === true) return 'dropped';
      if (context.rules.dropOldFills && page.head < state.cursor) return 'again';
      await landChanges(
        tx,
        part.map(({ table, row }) => ({ kind: 'put', table, id: row.id, v: row.v, row })),
        { rules: context.rules, visible: new Set(state.scopes) },
      );
      // Of its pages the first one counts: what changed between two of them is told by the stream.
      const readAt = state.partial?.[scope] ?? page.head;
      if (last) {
        const scopes = [...new Set([...state.scopes, scope])];
        const windows = opened(state, scope, page.from);
        // Already whole: whoever made it so read it earlier, and that counts for the same reason.
        const known = state.scopes.includes(scope);
        const filled = known ? (state.filled ?? {}) : { ...state.filled, [scope]: readAt };
        // What was begun before may hold more than it should until it has been swept.
        const partial = fill.begun ? state.partial : without(state.partial, scope);
        await tx.putStream({ ...state, scopes, partial, filled, ...windows });
      } else if (!state.scopes.includes(scope)) {
        // Should it be lost before it is whole, what has landed has to go, too.
        await tx.putStream({ ...state, partial: { ...state.partial, [scope]: readAt } });
      }
      return 'landed';
    });
    if (result !== 'landed') return result;
  }
  return 'landed';
}

/** Removes what was left of the scope and is not in its fill: a row that is newer is told by the stream. */
async function sweepScope(
  { ports: { store } }: EngineContext,
  { stream, scope, seen, read }: Fill,
): Promise<void> {
  const sweptState = async (tx: StoreTx) => {
    const state = await tx.stream(stream);
    if (state === undefined || state.epoch !== read?.epoch || state.download !== undefined) {
      return undefined;
    }
    return state.scopes.includes(scope) && state.missed?.includes(scope) !== true
      ? state
      : undefined;
  };
  const isLeft = (state: StreamState, table: string, row: RawRow) => {
    const isOld = read !== undefined && row.v <= read.head;
    // Of windows more may have been loaded since.
    const isIn = seen.has(rowKey(table, row.id)) || isCovered(state, { table, row });
    return row.scope === scope && isOld && !isIn;
  };
  for (const table of tablesOf(stream)) {
    const ids = await store.read([table], (tx) => tx.idsInScope(table, scope));
    const unseen = ids.filter((id) => !seen.has(rowKey(table, id)));
    for (let from = 0; from < unseen.length; from += ROWS_AT_ONCE) {
      const part = unseen.slice(from, from + ROWS_AT_ONCE);
      await store.write([table], async (tx) => {
        const state = await sweptState(tx);
        if (state === undefined) return;
        await sweepRows(tx, table, part, (row) => isLeft(state, table, row));
      });
    }
  }
  await store.write('all', async (tx) => {
    const state = await sweptState(tx);
    if (state === undefined) return;
    await sweepBases(tx, ({ key, row }) => row !== null && isLeft(state, refOfKey(key).table, row));
    await tx.putStream({ ...state, partial: without(state.partial, scope) });
  });
}
