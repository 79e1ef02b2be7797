import { ORGANIZATION_SCOPE } from '../../model/entities/scopes.ts';
import { type EngineContext, tablesOf } from './context.ts';
import type { StoreTx } from '../core/ports/store.ts';
import type { StreamState } from '../core/ports/streams.ts';
import { rowKey } from '../core/row-key.ts';

/** What a first download has brought whole. */
export type Kept = NonNullable<NonNullable<StreamState['download']>['kept']>;

/** Whether the rest comes as scopes that are new, and not all of it once more. */
export function isWorth(scopes: readonly string[]): boolean {
  return scopes.includes(ORGANIZATION_SCOPE) && scopes.length > 1;
}

/**
 * A first download whose tab was killed goes on from what it has said of itself (PULL-6). True: there is nothing left to
 * download.
 */
export async function keepEarlier(context: EngineContext, stream: string): Promise<boolean> {
  const { store, random } = context.ports;
  const run = String(random.next());
  // A tab that only stood still writes nothing any more.
  const kept = await store.write({ tables: [], durability: 'on-disk' }, async (tx) => {
    const state = await tx.stream(stream);
    const { download } = state ?? {};
    if (state === undefined || download?.kept === undefined) return undefined;
    if (!isWorth(download.kept.scopes)) return undefined;
    await tx.putStream({ ...state, download: { ...download, run } });
    return download.kept;
  });
  if (kept === undefined) return false;
  const begun = await scopesBegun(context, stream, kept.scopes);
  return store.write({ tables: [], durability: 'on-disk' }, async (tx) => {
    const state = await tx.stream(stream);
    if (state?.download?.run !== run) return false;
    await tx.putStream(settled(state, { ...kept, begun }));
    return true;
  });
}

/** Scopes that are not whole and of which the server's rows are here. */
async function scopesBegun(
  { ports: { store } }: EngineContext,
  stream: string,
  whole: readonly string[],
): Promise<readonly string[]> {
  const begun = new Set<string>();
  for (const table of tablesOf(stream)) {
    const scopes = await store.read([table], (tx) => tx.scopesIn(table));
    for (const scope of scopes.filter((one) => !whole.includes(one) && !begun.has(one))) {
      if (await store.read([table], (tx) => hasOfServer(tx, table, scope))) begun.add(scope);
    }
  }
  return [...begun];
}

/** Not of the server is what the person has made, or moved there: it may not know such a scope yet. */
async function hasOfServer(tx: StoreTx, table: string, scope: string): Promise<boolean> {
  const ids = await tx.idsInScope(table, scope);
  const bases = await tx.base(ids.map((id) => rowKey(table, id)));
  return bases.size < ids.length || [...bases.values()].some(({ row }) => row?.scope === scope);
}

/** What has been downloaded, and the scopes of which a part is here. */
type Whole = Kept & { readonly at?: number | undefined; readonly begun: readonly string[] };

/** The stream after its download: an ordinary pull follows. */
export function settled(
  { download: _download, complete: _complete, ...state }: StreamState,
  { epoch, v, at, scopes, windows, begun }: Whole,
): StreamState {
  const partial = Object.fromEntries(begun.map((scope) => [scope, v]));
  const whole = { scopes, partial, windows, pieces: {}, missed: [], filled: {} };
  return { ...state, epoch, cursor: v, cursorAt: at ?? null, ...whole, lastSync: null };
}
