import type { ScopePage } from '../../model/protocol/messages.ts';
import { authed, type EngineContext, isKnownTable } from './context.ts';
import { landChanges, ROWS_AT_ONCE } from './landing.ts';
import type { Reply } from './ports.ts';

/**
 * Windows (WIN-1 to WIN-4): of some rows a device holds only the newest of each scope. What changes is told for all of
 * them, so that whatever is here is up to date; only what is older than the window may be missing.
 *
 *   1 ........ from ......................... newest
 *   may be missing | here, all of them
 *         <-- WIN-2: a page of older ones moves `from` down, in the transaction of its last rows
 */

/** How often a page may meet a cursor that has moved on before the person has to ask again. */
const MOST_REPEATS = 5;

/** WIN-2: one page of older rows of a scope. True: there are more. */
export async function loadOlder(
  context: EngineContext,
  { stream, scope }: { readonly stream: string; readonly scope: string },
): Promise<Reply<boolean>> {
  for (let repeats = 0; repeats < MOST_REPEATS; repeats += 1) {
    const state = await context.ports.store.read([], (tx) => tx.stream(stream));
    const before = state?.windows?.[scope];
    if (before === undefined || before <= 1) return { ok: true, value: false };
    const reply = await authed(context, () =>
      context.ports.transport.scope({ stream, scope, after: null, before }),
    );
    if (!reply.ok) return reply;
    if (await landOlder(context, { stream, scope, before, page: reply.value })) {
      return { ok: true, value: (reply.value.from ?? 1) > 1 };
    }
  }
  return { ok: false, failure: { kind: 'network' } };
}

interface OlderPage {
  readonly stream: string;
  readonly scope: string;
  readonly before: number;
  readonly page: ScopePage;
}

/** False: the stream or the window has moved on meanwhile; the page is read again. */
async function landOlder(
  context: EngineContext,
  { stream, scope, before, page }: OlderPage,
): Promise<boolean> {
  const rows = page.rows.filter(({ table }) => isKnownTable(table));
  const tables = [...new Set(rows.map(({ table }) => table))];
  for (let start = 0; start === 0 || start < rows.length; start += ROWS_AT_ONCE) {
    const part = rows.slice(start, start + ROWS_AT_ONCE);
    const isLast = start + ROWS_AT_ONCE >= rows.length;
    const landed = await context.ports.store.write(tables, async (tx) => {
      const state = await tx.stream(stream);
      if (state === undefined || state.epoch !== page.epoch || state.download !== undefined) {
        return false;
      }
      if (page.head < state.cursor || state.windows?.[scope] !== before) return false;
      await landChanges(
        tx,
        part.map(({ table, row }) => ({ kind: 'put', table, id: row.id, v: row.v, row })),
        { rules: context.rules, visible: new Set(state.scopes) },
      );
      if (isLast) {
        await tx.putStream({ ...state, windows: { ...state.windows, [scope]: page.from ?? 1 } });
      }
      return true;
    });
    if (!landed) return false;
  }
  return true;
}
