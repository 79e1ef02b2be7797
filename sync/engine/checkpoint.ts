import { ORGANIZATION_SCOPE } from '../../model/entities/scopes.ts';
import { type EngineContext, tablesOf } from './context.ts';
import type { RowsPort } from '../core/ports/rows.ts';
import type { Checkpoint, StreamState } from '../core/ports/streams.ts';
import { rowKey } from '../core/row-key.ts';
import { afterDownload, type DownloadedScope } from '../core/scope-state.ts';

/** Whether the rest comes as scopes that are new, and not all of it once more. */
export function isWorthResuming(complete: readonly DownloadedScope[]): boolean {
  return complete.length > 1 && complete.some(({ scope }) => scope === ORGANIZATION_SCOPE);
}

/** Checkpoint of a stream's first download; undefined where it is not worth resuming from. */
export function checkpointOf({ download }: StreamState): Checkpoint | undefined {
  if (download?.reason !== 'first' || download.checkpoint === undefined) return undefined;
  return isWorthResuming(download.checkpoint.complete) ? download.checkpoint : undefined;
}

/**
 * A first download whose tab was killed goes on from what it has said of itself (PULL-6). True: there is nothing left to
 * download.
 */
export async function resumeFromCheckpoint(
  context: EngineContext,
  stream: string,
): Promise<boolean> {
  const { store, random } = context.ports;
  const run = String(random.next());
  // A tab that only stood still writes nothing any more.
  const checkpoint = await store.write({ tables: [], durability: 'on-disk' }, async (tx) => {
    const state = await tx.stream(stream);
    const found = state && checkpointOf(state);
    if (state?.download === undefined || found === undefined) return undefined;
    await tx.putStream({ ...state, download: { ...state.download, run } });
    return found;
  });
  if (checkpoint === undefined) return false;
  const whole = checkpoint.complete.map(({ scope }) => scope);
  const incomplete = await scopesWithRows(context, stream, whole);
  return store.write({ tables: [], durability: 'on-disk' }, async (tx) => {
    const state = await tx.stream(stream);
    if (state?.download?.run !== run) return false;
    await tx.putStream(settled(state, { ...checkpoint, incomplete }));
    return true;
  });
}

/** Scopes that are not whole and of which the server's rows are here. */
async function scopesWithRows(
  { ports: { store } }: EngineContext,
  stream: string,
  whole: readonly string[],
): Promise<readonly string[]> {
  const withRows = new Set<string>();
  for (const table of tablesOf(stream)) {
    const scopes = await store.read([table], (tx) => tx.scopesIn(table));
    for (const scope of scopes.filter((one) => !whole.includes(one) && !withRows.has(one))) {
      if (await store.read([table], (tx) => hasServerRow(tx, table, scope))) withRows.add(scope);
    }
  }
  return [...withRows];
}

/** Not of the server is what the person has made, or moved there: it may not know such a scope yet. */
async function hasServerRow(tx: RowsPort, table: string, scope: string): Promise<boolean> {
  const ids = await tx.idsInScope(table, scope);
  const bases = await tx.base(ids.map((id) => rowKey(table, id)));
  return bases.size < ids.length || [...bases.values()].some(({ row }) => row?.scope === scope);
}

/** A checkpoint that the stream continues from, or the whole download. */
interface Settled extends Checkpoint {
  /** When the server wrote that version, where it has said so. */
  readonly at?: number | undefined;
  /** Scopes of which some rows are here. */
  readonly incomplete: readonly string[];
}

/** The stream after its download: an ordinary pull follows. */
export function settled(
  { download: _download, complete: _complete, ...state }: StreamState,
  { epoch, v, at, complete, incomplete }: Settled,
): StreamState {
  const scopes = afterDownload({ version: v, complete, incomplete });
  return { ...state, epoch, cursor: v, cursorAt: at ?? null, scopes, lastSync: null };
}
