import type { ScopePage } from '../../model/protocol/messages.ts';
import {
  authed,
  DONE,
  type EngineContext,
  failed,
  isKnownTable,
  MORE,
  readStream,
  type Step,
  tryLater,
} from './context.ts';
import { applyChanges, ROWS_AT_ONCE } from './apply-changes.ts';
import { isOutlined } from './outlines.ts';
import type { Reply } from '../core/ports/transport.ts';
import { isUnlisted, isWhole, scopeState, scopesThat, withEvent } from '../core/scope-state.ts';

/** What a pass does during a long pull (ENG-2.6). */
export interface PullControl {
  /**
   * Called between two pages and two scopes: sends the mutations that wait. A returned step ends the pull: the pass is
   * over, or sending failed.
   */
  readonly betweenPages: () => Promise<Step | undefined>;
  readonly positions: FillPositions;
}

/** Position of each fill that a pass has interrupted, by stream and scope. Lost with the engine: the fill starts anew. */
export type FillPositions = Map<string, FillPosition>;

interface FillPosition {
  /** Cursor of the next page. */
  readonly after: string;
  /** Epoch, and version of the first page: other ones belong to another fill, whose rows may differ. */
  readonly epoch: string;
  readonly readAt: number;
}

export function uncontrolled(): PullControl {
  return { betweenPages: () => Promise.resolve(undefined), positions: new Map() };
}

interface ScopeToFill {
  readonly stream: string;
  readonly scope: string;
}

/**
 * PULL-5, first half: fills a scope that has become readable, page by page. A page older than the cursor is read again,
 * because it may contain a row whose deletion was applied already. An interrupted fill continues at its position.
 */
export async function fillScope(
  context: EngineContext,
  place: ScopeToFill,
  { betweenPages, positions }: PullControl = uncontrolled(),
): Promise<Step> {
  const isOutline = isOutlined(await readStream(context, place.stream), place.scope);
  const filling = { ...place, isOutline };
  // A fill of the outline has passed over the details.
  const key = `${place.stream} ${place.scope} ${isOutline ? 'outline' : 'whole'}`;
  let after: string | null = await positionOf(context, place, positions.get(key));
  for (let repeats = 0; repeats < MOST_REPEATS;) {
    const reply: Reply<ScopePage> = await readPage(context, { ...filling, after });
    if (!reply.ok) {
      // The scope was revoked meanwhile: the next pull reports it.
      const isRevoked = reply.failure.kind === 'refused' && reply.failure.status === 404;
      return isRevoked ? MORE : failed(reply.failure);
    }
    const { cursor, epoch } = reply.value;
    const applied = await applyFill(context, filling, reply.value);
    if (applied.kind === 'dropped') return MORE;
    if (applied.kind === 'again') {
      repeats += 1;
      continue;
    }
    if (cursor === null) {
      positions.delete(key);
      return DONE;
    }
    after = cursor;
    positions.set(key, { after, epoch, readAt: applied.readAt });
    const ending = await betweenPages();
    if (ending !== undefined) return ending;
  }
  return tryLater('cursor-moved');
}

interface Filling extends ScopeToFill {
  /** Without details (OUT-1). */
  readonly isOutline: boolean;
}

/** Cursor at which the fill continues; null when it starts anew, as after a revocation or in a new epoch. */
async function positionOf(
  context: EngineContext,
  { stream, scope }: ScopeToFill,
  known: FillPosition | undefined,
): Promise<string | null> {
  if (known === undefined) return null;
  const { epoch, scopes } = await readStream(context, stream);
  const state = scopeState(scopes, scope);
  const isSame = state.kind === 'filling' && state.readAt === known.readAt && epoch === known.epoch;
  return isSame ? known.after : null;
}

function readPage(
  context: EngineContext,
  { stream, scope, isOutline, after }: Filling & { readonly after: string | null },
): Promise<Reply<ScopePage>> {
  const rows = isOutline ? 'outline' : 'all';
  return authed(context, () => context.ports.transport.scope({ stream, scope, after, rows }));
}

/** Number of pages older than the cursor after which the fill is tried again later. */
const MOST_REPEATS = 5;

type FillResult =
  /** `readAt`: version of the fill's first page. */
  | { readonly kind: 'applied'; readonly readAt: number }
  /** The page is older than the cursor. */
  | { readonly kind: 'again' }
  | { readonly kind: 'dropped' };

const AGAIN: FillResult = { kind: 'again' };
const DROPPED: FillResult = { kind: 'dropped' };

async function applyFill(
  context: EngineContext,
  { stream, scope, isOutline }: Filling,
  page: ScopePage,
): Promise<FillResult> {
  const { store } = context.ports;
  const rows = page.rows.filter(({ table }) => isKnownTable(table));
  const tables = [...new Set(rows.map(({ table }) => table))];
  let firstReadAt = page.head;
  for (let start = 0; start === 0 || start < rows.length; start += ROWS_AT_ONCE) {
    const part = rows.slice(start, start + ROWS_AT_ONCE);
    const last = start + ROWS_AT_ONCE >= rows.length && page.cursor === null;
    const result = await store.write(
      { tables, durability: 'relaxed' },
      async (tx): Promise<FillResult> => {
        const state = await tx.stream(stream);
        if (state === undefined || state.epoch !== page.epoch || state.download !== undefined) {
          return DROPPED;
        }
        // A page without the scope was applied meanwhile: a fill cannot remove rows that were deleted since.
        if (isUnlisted(scopeState(state.scopes, scope))) return DROPPED;
        // Another tab has downloaded the details meanwhile: this page completes only the outline.
        if (isOutlined(state, scope) !== isOutline) return DROPPED;
        if (page.head < state.cursor) return AGAIN;
        await applyChanges(
          tx,
          part.map(({ table, row }) => ({ kind: 'put', table, id: row.id, v: row.v, row })),
          new Set(scopesThat(state.scopes, isWhole)),
        );
        const readAt = page.head;
        const scopes = withEvent(
          state.scopes,
          scope,
          last
            ? { kind: 'last-fill-page', readAt, from: page.from ?? null }
            : { kind: 'fill-page', readAt },
        );
        if (scopes !== state.scopes) await tx.putStream({ ...state, scopes });
        const after = scopeState(scopes, scope);
        return {
          kind: 'applied',
          readAt: after.kind === 'filling' ? after.readAt : readAt,
        } as const;
      },
    );
    if (result.kind !== 'applied') return result;
    firstReadAt = result.readAt;
  }
  return { kind: 'applied', readAt: firstReadAt };
}
