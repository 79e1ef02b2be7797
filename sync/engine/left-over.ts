import { authed, type EngineContext, wholeTablesOf } from './context.ts';
import { ROWS_AT_ONCE } from './apply-changes.ts';
import type { StreamState } from '../core/ports/streams.ts';
import { rowKey } from '../core/row-key.ts';
import { scopeState } from '../core/scope-state.ts';

/** Rows that were removed of a scope that this person does not have. */
interface LeftOver {
  readonly scope: string;
  readonly removed: number;
}

/**
 * PULL-9.3: removes the server's rows of scopes that have no state on this device: no page reports their changes. The
 * server has to confirm that the person cannot read such a scope. Rows that the person has just created in a scope of
 * their own have a base, and stay.
 */
export async function leftOverScopes(
  context: EngineContext,
  stream: string,
): Promise<readonly LeftOver[]> {
  const { store, transport } = context.ports;
  const tables = wholeTablesOf(stream);
  const found = await store.read('all', async (tx) => {
    const state = await tx.stream(stream);
    if (state === undefined || state.download !== undefined) return new Map<string, string[]>();
    const byScope = new Map<string, string[]>();
    const scopes = await Promise.all(tables.map((table) => tx.scopesIn(table)));
    for (const [index, table] of tables.entries()) {
      for (const scope of scopes[index] ?? []) {
        if (!isAbsent(state, scope)) continue;
        byScope.set(scope, [...(byScope.get(scope) ?? []), table]);
      }
    }
    return byScope;
  });
  const removed: LeftOver[] = [];
  for (const [scope, within] of found) {
    const reply = await authed(context, () => transport.check({ stream, scope }));
    if (!reply.ok || reply.value.scopes.length > 0) continue;
    const { epoch, head } = reply.value;
    let count = 0;
    for (const table of within) {
      count += await removeRows(context, { stream, scope, table, epoch, head });
    }
    removed.push({ scope, removed: count });
  }
  return removed;
}

function isAbsent({ scopes }: StreamState, scope: string): boolean {
  return scopeState(scopes, scope).kind === 'absent';
}

interface Unreadable {
  readonly stream: string;
  readonly scope: string;
  readonly table: string;
  /** Of the check that did not list the scope. */
  readonly epoch: string;
  readonly head: number;
}

async function removeRows(
  { ports: { store } }: EngineContext,
  { stream, scope, table, epoch, head }: Unreadable,
): Promise<number> {
  const ids = await store.read([table], (tx) => tx.idsInScope(table, scope));
  let count = 0;
  for (let start = 0; start < ids.length; start += ROWS_AT_ONCE) {
    const part = ids.slice(start, start + ROWS_AT_ONCE);
    count += await store.write({ tables: [table], durability: 'relaxed' }, async (tx) => {
      const state = await tx.stream(stream);
      // The scope has become readable since, or has its rows removed by a page.
      if (state === undefined || state.download !== undefined || state.epoch !== epoch) return 0;
      if (!isAbsent(state, scope) || state.cursor > head) return 0;
      const keys = part.map((id) => rowKey(table, id));
      const [bases, pending] = await Promise.all([tx.base(keys), tx.pendingOf(keys)]);
      const busy = new Set([...bases.keys(), ...pending.flatMap((item) => item.keys)]);
      const gone = part.filter((id) => !busy.has(rowKey(table, id)));
      await tx.deleteRows(table, gone);
      return gone.length;
    });
  }
  return count;
}
