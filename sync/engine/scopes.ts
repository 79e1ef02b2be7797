import { groupOfScope, projectOfScope } from '../../model/entities/scopes.ts';
import { refuse } from '../../model/shared/errors.ts';
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
import { dependentsOf } from './ports-outbox.ts';
import { intoTray } from './ports-tray.ts';
import { refold } from './ports-view.ts';
import { refOfKey, type Reply, rowKey, type StoreTx, type StreamState } from './ports.ts';
import { intoJournal } from './retire.ts';

/**
 * PULL-5, first half: reads a scope that has become visible, page by page, and lands it as changes are landed. A page read before the cursor's version may hold a row whose tombstone has passed already: it is read again.
 */
export async function fillScope(
  context: EngineContext,
  stream: string,
  scope: string,
): Promise<Step> {
  let after: string | null = null;
  for (let repeats = 0; repeats < MOST_REPEATS;) {
    const reply: Reply<ScopePage> = await readPage(context, { stream, scope, after });
    if (!reply.ok) {
      // Lost again meanwhile: the next pull says so.
      const gone = reply.failure.kind === 'refused' && reply.failure.status === 404;
      return gone ? MORE : failed(reply.failure);
    }
    const landed = await landFill(context, stream, scope, reply.value);
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
  stream: string,
  scope: string,
  page: ScopePage,
): Promise<'landed' | 'again' | 'dropped'> {
  const { store } = context.ports;
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
      if (context.rules.dropOldFills && page.head < state.cursor) return 'again';
      await landChanges(
        tx,
        part.map(({ table, row }) => ({ kind: 'put', table, id: row.id, v: row.v, row })),
        { rules: context.rules, visible: new Set(state.scopes) },
      );
      if (last) {
        const scopes = [...new Set([...state.scopes, scope])];
        const windows = opened(state, scope, page.from);
        await tx.putStream({ ...state, scopes, partial: whole(state, scope), ...windows });
      } else if (!state.scopes.includes(scope)) {
        // Should it be lost before it is whole, what has landed has to go, too.
        await tx.putStream({ ...state, partial: { ...state.partial, [scope]: page.head } });
      }
      return 'landed';
    });
    if (result !== 'landed') return result;
  }
  return 'landed';
}

/**
 * PULL-5, second half: rows of a scope the person may no longer read go, with their base; what was pending on them
 * goes to the tray with its text. From the first row that goes the scope counts as one that is not whole, and nothing of
 * it is said to be here: after a kill in between it is dropped to the end, or read whole when it is readable again.
 */
export async function dropScope(
  context: EngineContext,
  stream: string,
  scope: string,
): Promise<void> {
  const { store } = context.ports;
  await store.write('all', async (tx) => {
    await trayOfScope(context, tx, scope);
    const state = await tx.stream(stream);
    if (state === undefined) return;
    const scopes = state.scopes.filter((one) => one !== scope);
    const partial = { ...state.partial, [scope]: state.partial?.[scope] ?? state.cursor };
    await tx.putStream({ ...state, scopes, partial, ...opened(state, scope, undefined) });
  });
  for (const table of tablesOf(stream)) {
    let more = true;
    while (more) {
      more = await store.write([table], async (tx) => {
        const ids = await tx.idsInScope(table, scope);
        const part = ids.slice(0, ROWS_AT_ONCE);
        await tx.deleteRows(table, part);
        await tx.deleteBase(part.map((id) => rowKey(table, id)));
        return ids.length > part.length;
      });
    }
  }
  await store.write([], async (tx) => {
    const state = await tx.stream(stream);
    if (state === undefined) return;
    const missed = (state.missed ?? []).filter((one) => one !== scope);
    await tx.putStream({ ...state, partial: whole(state, scope), missed });
  });
}

/** Scopes a page says nothing of: the whole ones, and the partial ones that were read before it. */
export function scopesBefore(
  { scopes, partial = {} }: StreamState,
  version: number,
): readonly string[] {
  const begun = Object.keys(partial).filter((scope) => (partial[scope] ?? 0) <= version);
  return [...scopes, ...begun];
}

/** The partial scopes without one that is whole, or gone. */
function whole({ partial = {} }: StreamState, scope: string): Readonly<Record<string, number>> {
  const { [scope]: _whole, ...rest } = partial;
  return rest;
}

/** The windows with that of one scope set anew, or gone; pieces before it are of an older time. */
function opened(
  { windows = {}, pieces = {} }: StreamState,
  scope: string,
  from: number | undefined,
): Pick<StreamState, 'windows' | 'pieces'> {
  const { [scope]: _before, ...others } = windows;
  const { [scope]: _pieces, ...elsewhere } = pieces;
  return {
    windows: from === undefined ? others : { ...others, [scope]: from },
    pieces: elsewhere,
  };
}

async function trayOfScope(context: EngineContext, tx: StoreTx, scope: string): Promise<void> {
  const keys = await keysOfScope(tx, scope);
  if (keys.length === 0) return;
  const touching = await tx.pendingOf(keys);
  const acked = touching.filter(({ state }) => state === 'acked');
  const open = touching.filter(({ state }) => state !== 'acked');
  const at = context.ports.clock.now();
  const what = wordOf(scope);
  const reason = refuse('forbidden', `You no longer have access to ${what}`);
  // First of all: whatever is folded anew from here on must not find the row as it was before one's own changes.
  await forgetBases(tx, keys, scope);
  await intoJournal(tx, acked, at);
  const outbox = await tx.outbox();
  const taken = new Set<number>();
  for (const first of open) {
    if (taken.has(first.seq)) continue;
    const items = [first, ...dependentsOf(outbox, first)].filter(({ seq }) => !taken.has(seq));
    for (const { seq } of items) taken.add(seq);
    await intoTray(tx, { items, group: first.seq, reason, at });
  }
  const touched = new Set([...keys, ...touching.flatMap((item) => item.keys)]);
  await refold(tx, [...touched].map(refOfKey));
}

function wordOf(scope: string): string {
  if (projectOfScope(scope) !== undefined) return 'this project';
  return groupOfScope(scope) === undefined ? 'this' : 'this channel';
}

/** Bases of the scope go, so that folding cannot bring a row back. */
async function forgetBases(tx: StoreTx, keys: readonly string[], scope: string): Promise<void> {
  const bases = await tx.base(keys);
  await tx.putBase(
    [...bases.values()]
      .filter(({ row }) => row?.scope === scope)
      .map((base) => ({ ...base, row: null })),
  );
}

/** Rows with something pending that belong to the scope: by the view, or by the server's row under it. */
async function keysOfScope(tx: StoreTx, scope: string): Promise<readonly string[]> {
  const keys = new Set<string>();
  for (const base of await tx.allBases()) {
    const ref = refOfKey(base.key);
    const [view] = await tx.rows(ref.table, [ref.id]);
    if (view?.scope === scope || base.row?.scope === scope) keys.add(base.key);
  }
  return [...keys];
}
