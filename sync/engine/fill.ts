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

/**
 * PULL-5, first half: fills a scope that has become readable, page by page. A page older than the cursor is read again,
 * because it may contain a row whose deletion was applied already.
 */
export async function fillScope(
  context: EngineContext,
  stream: string,
  scope: string,
): Promise<Step> {
  const isOutline = isOutlined(await readStream(context, stream), scope);
  let after: string | null = null;
  for (let repeats = 0; repeats < MOST_REPEATS;) {
    const reply: Reply<ScopePage> = await readPage(context, { stream, scope, after, isOutline });
    if (!reply.ok) {
      // The scope was revoked meanwhile: the next pull reports it.
      const isRevoked = reply.failure.kind === 'refused' && reply.failure.status === 404;
      return isRevoked ? MORE : failed(reply.failure);
    }
    const applied = await applyFill(context, { stream, scope, isOutline }, reply.value);
    if (applied === 'dropped') return MORE;
    if (applied === 'again') {
      repeats += 1;
      continue;
    }
    if (reply.value.cursor === null) return DONE;
    after = reply.value.cursor;
  }
  return tryLater('cursor-moved');
}

interface Filling {
  readonly stream: string;
  readonly scope: string;
  /** Without details (OUT-1). */
  readonly isOutline: boolean;
}

function readPage(
  context: EngineContext,
  query: Filling & { readonly after: string | null },
): Promise<Reply<ScopePage>> {
  return authed(context, () => context.ports.transport.scope(query));
}

/** Number of pages older than the cursor after which the fill is tried again later. */
const MOST_REPEATS = 5;

async function applyFill(
  context: EngineContext,
  { stream, scope, isOutline }: Filling,
  page: ScopePage,
): Promise<'applied' | 'again' | 'dropped'> {
  const { store } = context.ports;
  const rows = page.rows.filter(({ table }) => isKnownTable(table));
  const tables = [...new Set(rows.map(({ table }) => table))];
  for (let start = 0; start === 0 || start < rows.length; start += ROWS_AT_ONCE) {
    const part = rows.slice(start, start + ROWS_AT_ONCE);
    const last = start + ROWS_AT_ONCE >= rows.length && page.cursor === null;
    const result = await store.write({ tables, durability: 'relaxed' }, async (tx) => {
      const state = await tx.stream(stream);
      if (state === undefined || state.epoch !== page.epoch || state.download !== undefined) {
        return 'dropped';
      }
      // A page without the scope was applied meanwhile: a fill cannot remove rows that were deleted since.
      if (isUnlisted(scopeState(state.scopes, scope))) return 'dropped';
      // The person opened the project meanwhile: this page completes only its outline.
      if (isOutlined(state, scope) !== isOutline) return 'dropped';
      if (page.head < state.cursor) return 'again';
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
      return 'applied';
    });
    if (result !== 'applied') return result;
  }
  return 'applied';
}
