import type { ScopePart } from '../../model/entities/details.ts';
import type { ScopePage } from '../../model/protocol/messages.ts';
import {
  authed,
  DONE,
  type EngineContext,
  failed,
  MORE,
  readStream,
  type Step,
  tryLater,
} from './context.ts';
import { wantedAgain } from './cold-tasks.ts';
import { partOf } from './outlines.ts';
import { type FillPosition, type PullControl, uncontrolled } from './pull-control.ts';
import { applyScopePage } from './scope-page.ts';
import type { Reply } from '../core/ports/transport.ts';
import { isUnlisted, scopeState, withEvent } from '../core/scope-state.ts';

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
  const state = await readStream(context, place.stream);
  const part = partOf(state, place.scope);
  const hot = state.hot?.[place.scope];
  const filling = { ...place, part, hot };
  // A fill of a part has passed over the other rows.
  const key = `${place.stream} ${place.scope} ${part} ${String(hot)}`;
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
  /** All rows, the outline (OUT-1) or the summary (OUT-6). */
  readonly part: ScopePart;
  /** Version since which cold tasks are filled without their details (OUT-7); undefined where the scope is not hot. */
  readonly hot: number | undefined;
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
  { stream, scope, part, hot, after }: Filling & { readonly after: string | null },
): Promise<Reply<ScopePage>> {
  const rows = hot === undefined ? { rows: part } : { rows: 'hot' as const, unchangedSince: hot };
  const query = { stream, scope, after, ...rows };
  return authed(context, () => context.ports.transport.scope(query));
}

/** Number of pages older than the cursor after which the fill is tried again later. */
const MOST_REPEATS = 5;

type FillResult =
  /** `readAt`: version of the fill's first page. */
  | { readonly kind: 'applied'; readonly readAt: number }
  | { readonly kind: 'again' }
  | { readonly kind: 'dropped' };

async function applyFill(
  context: EngineContext,
  { stream, scope, part, hot }: Filling,
  page: ScopePage,
): Promise<FillResult> {
  let readAt = page.head;
  const kind = await applyScopePage(context, {
    stream,
    page,
    // A page without the scope was applied meanwhile: a fill cannot remove rows that were deleted since. Or another
    // tab has downloaded tasks or details meanwhile: this page completes only a part.
    fits: (state) =>
      !isUnlisted(scopeState(state.scopes, scope)) &&
      partOf(state, scope) === part &&
      state.hot?.[scope] === hot,
    after: (state, isLast) => {
      const scopes = withEvent(
        state.scopes,
        scope,
        isLast
          ? { kind: 'last-fill-page', readAt: page.head, from: page.from ?? null }
          : { kind: 'fill-page', readAt: page.head },
      );
      const after = scopeState(scopes, scope);
      if (after.kind === 'filling') ({ readAt } = after);
      const filled =
        isLast && hot !== undefined ? { ...state, ...wantedAgain(state.coldTasks, scope) } : state;
      return scopes === state.scopes ? filled : { ...filled, scopes };
    },
  });
  return { kind, readAt };
}
