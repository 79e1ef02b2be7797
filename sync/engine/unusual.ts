import type { PullPage } from '../../model/protocol/messages.ts';
import { type EngineContext, isKnownTable } from './context.ts';
import { type Agreement, AGREED, ROWS_UNASKED } from './unusual-count.ts';
import type { StreamState } from '../core/ports/streams.ts';

/**
 * Decides whether the rows that a page removes may be removed. An ordinary page needs no request; an unusual number of
 * rows is compared with the server's count.
 */
export async function agreementOn(
  context: EngineContext,
  stream: string,
  page: PullPage,
  state: StreamState,
): Promise<Agreement> {
  const visible = new Set(page.scopes);
  // Rows of incomplete scopes are removed as well.
  const here = Object.keys(state.scopes);
  const lost = page.complete ? here.filter((scope) => !visible.has(scope)) : [];
  const removed = page.changes.filter(
    (change) =>
      isKnownTable(change.table) &&
      (change.kind === 'del' || (change.kind === 'moved' && !visible.has(change.to))),
  );
  if (removed.length <= ROWS_UNASKED && lost.length === 0) return AGREED;
  // Rare, and not needed for the first page.
  const { agreementOnRemoval } = await import('./unusual-removal.ts');
  return agreementOnRemoval(context, { stream, page, state, removed, lost });
}
