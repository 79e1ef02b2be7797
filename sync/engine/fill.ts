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
import { type Reply, rowKey, type StoreTx } from './ports.ts';
import { opened, without } from './scopes.ts';
import { sweepBases, sweepRows } from './sweep.ts';

/**
 * PULL-5, first half: reads a scope that has become visible, page by page, and lands it as changes are landed. A page read before the cursor's version may hold a row whose tombstone has passed already: it is read again.
 * What a first download that broke off twice had brought and this one does not goes with its last page (PULL-6).
 */
export async function fillScope(
  context: EngineContext,
  stream: string,
  scope: string,
): Promise<Step> {
  const fill: Fill = {
    stream,
    scope,
    begun: await isBegun(context, stream, scope),
    seen: new Set(),
  };
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
  /** The head at its first page. */
  readAt?: number;
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
  fill.readAt ??= page.head;
  if (fill.begun && page.cursor === null) await sweepScope(context, fill, page.epoch);
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
        const partial = without(state.partial, scope);
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

/** Removes what was left of the scope and is not in the fill: a row that is newer is told by the stream. */
async function sweepScope(
  { ports: { store } }: EngineContext,
  { stream, scope, seen, readAt = 0 }: Fill,
  epoch: string,
): Promise<void> {
  const isFilling = async (tx: StoreTx) => {
    const state = await tx.stream(stream);
    if (state === undefined || state.epoch !== epoch || state.download !== undefined) return false;
    return !state.scopes.includes(scope) && state.missed?.includes(scope) !== true;
  };
  for (const table of tablesOf(stream)) {
    const ids = await store.read([table], (tx) => tx.idsInScope(table, scope));
    const unseen = ids.filter((id) => !seen.has(rowKey(table, id)));
    for (let from = 0; from < unseen.length; from += ROWS_AT_ONCE) {
      const part = unseen.slice(from, from + ROWS_AT_ONCE);
      await store.write([table], async (tx) => {
        if (await isFilling(tx)) await sweepRows(tx, table, part, (row) => row.v <= readAt);
      });
    }
  }
  await store.write('all', async (tx) => {
    if (!(await isFilling(tx))) return;
    await sweepBases(
      tx,
      ({ key, v, row }) => row?.scope === scope && !seen.has(key) && v <= readAt,
    );
  });
}
