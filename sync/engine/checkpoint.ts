import { ORGANIZATION_SCOPE } from '../../model/entities/scopes.ts';
import { type EngineContext, tablesOf } from './context.ts';
import type { RowsPort } from '../core/ports/rows.ts';
import { wantedAgain } from './cold-tasks.ts';
import type { Checkpoint, StreamState } from '../core/ports/streams.ts';
import { rowKey } from '../core/row-key.ts';
import { afterDownload, type DownloadedScope } from '../core/scope-state.ts';

/** True when filling the missing scopes is better than another download of the stream. */
export function isWorthResuming(complete: readonly DownloadedScope[]): boolean {
  return complete.length > 1 && complete.some(({ scope }) => scope === ORGANIZATION_SCOPE);
}

/** Checkpoint of a stream's first download; undefined when resuming is not worthwhile. */
export function checkpointOf({ download }: StreamState): Checkpoint | undefined {
  if (download?.reason !== 'first' || download.checkpoint === undefined) return undefined;
  return isWorthResuming(download.checkpoint.complete) ? download.checkpoint : undefined;
}

/**
 * Ends a first download whose tab was killed at its checkpoint; the missing scopes are filled afterwards (PULL-6).
 * False when there is no checkpoint, or another run has replaced this one.
 */
export async function resumeFromCheckpoint(
  context: EngineContext,
  stream: string,
): Promise<boolean> {
  const { store, random } = context.ports;
  const run = String(random.next());
  // The new name stops the run of a tab that was only suspended.
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

/** Incomplete scopes of which the device has rows of the server. */
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

/** False when the person's own mutations created or moved all these rows: the server may not know the scope yet. */
async function hasServerRow(tx: RowsPort, table: string, scope: string): Promise<boolean> {
  const ids = await tx.idsInScope(table, scope);
  const bases = await tx.base(ids.map((id) => rowKey(table, id)));
  return bases.size < ids.length || [...bases.values()].some(({ row }) => row?.scope === scope);
}

/** Scopes with which a download ends: those of its checkpoint, or all. */
interface Settled extends Checkpoint {
  /** Scopes of which some rows are stored. */
  readonly incomplete: readonly string[];
}

/** State of the stream after its download. */
export function settled(
  { download: _download, complete: _complete, opened = {}, ...known }: StreamState,
  { epoch, v, at, complete, incomplete, outlined = [], summarized = [], hot }: Settled,
): StreamState {
  const scopes = afterDownload({ version: v, complete, incomplete });
  const { hot: _hot, releasing: _releasing, coldTasks, ...state } = known;
  const wanted = (state.wanted ?? []).filter((scope) => outlined.includes(scope));
  // Without outlines nothing is released (OUT-2.1).
  const parts = { outlined, summarized, wanted };
  const outlines = outlined.length === 0 ? parts : { ...parts, opened };
  const kept = hot === undefined ? {} : { hot, ...wantedAgain(coldTasks) };
  const ended = { epoch, cursor: v, cursorAt: at ?? null, scopes };
  return { ...state, ...ended, ...outlines, ...kept, lastSync: null };
}
