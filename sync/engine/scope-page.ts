import type { Change, ScopePage } from '../../model/protocol/messages.ts';
import { type EngineContext, isKnownTable } from './context.ts';
import { applyChanges, ROWS_AT_ONCE } from './apply-changes.ts';
import { withChanges } from './cold-tasks.ts';
import type { StreamState } from '../core/ports/streams.ts';
import { isWhole, scopesThat } from '../core/scope-state.ts';

/**
 * - `again`: the page is older than the cursor. It may contain a row whose deletion was applied already (PULL-5.2).
 * - `dropped`: the page belongs to another state of the stream or of the scope.
 */
export type PageApplied = 'applied' | 'again' | 'dropped';

interface PageOfScope {
  readonly stream: string;
  readonly page: ScopePage;
  /** False when the state has changed since the request in a way that the page does not fit. */
  readonly fits: (state: StreamState) => boolean;
  /** State after some rows of the page; `isLast` after the last row of the last page. */
  readonly after: (state: StreamState, isLast: boolean) => StreamState;
}

/** Applies a page of a scope's rows in transactions of a few rows, each of which reads the stream's state again. */
export async function applyScopePage(
  context: EngineContext,
  { stream, page, fits, after }: PageOfScope,
): Promise<PageApplied> {
  const rows = page.rows.filter(({ table }) => isKnownTable(table));
  const tables = [...new Set(rows.map(({ table }) => table))];
  for (let start = 0; start === 0 || start < rows.length; start += ROWS_AT_ONCE) {
    const part = rows.slice(start, start + ROWS_AT_ONCE);
    const isLast = start + ROWS_AT_ONCE >= rows.length && page.cursor === null;
    const result = await context.ports.store.write(
      { tables, durability: 'relaxed' },
      async (tx): Promise<PageApplied> => {
        const state = await tx.stream(stream);
        if (state === undefined || state.epoch !== page.epoch || state.download !== undefined) {
          return 'dropped';
        }
        if (!fits(state)) return 'dropped';
        if (page.head < state.cursor) return 'again';
        const changes = part.map(({ table, row }): Change => ({
          kind: 'put',
          table,
          id: row.id,
          v: row.v,
          row,
        }));
        const now = context.ports.clock.now();
        const changed = await withChanges(tx, state, { changes, now });
        await applyChanges(tx, changes, new Set(scopesThat(state.scopes, isWhole)));
        const next = after(changed, isLast);
        if (next !== state) await tx.putStream(next);
        return 'applied';
      },
    );
    if (result !== 'applied') return result;
  }
  return 'applied';
}
