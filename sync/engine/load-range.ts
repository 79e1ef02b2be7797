import { entityOf } from '../../model/entities/registry.ts';
import type { ScopePage } from '../../model/protocol/messages.ts';
import { authed, type EngineContext, isKnownTable } from './context.ts';
import { applyChanges, ROWS_AT_ONCE } from './apply-changes.ts';
import type { MessageRange, RangeRequest } from '../core/message-range.ts';
import {
  isWhole,
  loadedOf,
  loadedRanges,
  scopeState,
  scopesThat,
  withEvent,
} from '../core/scope-state.ts';
import type { Reply } from '../core/ports/transport.ts';

/**
 * Loaded ranges (WIN-1 to WIN-5): a device has the newest messages of a conversation, and ranges of older ones. Pages
 * of the stream contain changes of all messages, so every message on the device is current; only messages outside the
 * ranges may be missing.
 *
 *   1 ......... [from == to] ......... from ........................ newest
 *   incomplete   older range   incomplete   newest range
 *                                       <-- extended by older pages (WIN-2)
 */

/** Number of pages older than the cursor after which the request fails. */
const MOST_REPEATS = 5;

interface Asked {
  readonly stream: string;
  readonly scope: string;
  /** Default: the page before the newest range. */
  readonly part?: RangeRequest | undefined;
}

/** Loads a range of messages (WIN-2, WIN-5) and returns its numbers; the range is empty when no message is left. */
export async function loadRange(
  context: EngineContext,
  { stream, scope, part }: Asked,
): Promise<Reply<MessageRange>> {
  for (let repeats = 0; repeats < MOST_REPEATS; repeats += 1) {
    const state = await context.ports.store.read([], (tx) => tx.stream(stream));
    const begin = loadedRanges(state?.scopes, scope).from;
    if (part === undefined && begin <= 1) return { ok: true, value: { from: 1, to: 0 } };
    const reply = await authed(context, () =>
      context.ports.transport.scope({
        stream,
        scope,
        after: null,
        part: part ?? { before: begin },
      }),
    );
    if (!reply.ok) return reply;
    const { from = 1, to = begin - 1 } = reply.value;
    const range = { from, to };
    if (await applyRange(context, { stream, scope, range, page: reply.value })) {
      return { ok: true, value: range };
    }
  }
  return { ok: false, failure: { kind: 'later', reason: 'cursor-moved' } };
}

interface RangeToApply {
  readonly stream: string;
  readonly scope: string;
  readonly range: MessageRange;
  readonly page: ScopePage;
}

/** False when the stream has moved meanwhile and the page has to be read again; applied messages stay loaded. */
async function applyRange(
  context: EngineContext,
  { stream, scope, range, page }: RangeToApply,
): Promise<boolean> {
  const rows = page.rows
    .filter(({ table }) => isKnownTable(table))
    .toSorted((one, other) => numberOf(one) - numberOf(other));
  const tables = [...new Set(rows.map(({ table }) => table))];
  let from = range.from;
  for (let start = 0; start === 0 || start < rows.length; start += ROWS_AT_ONCE) {
    const part = rows.slice(start, start + ROWS_AT_ONCE);
    const last = part.at(-1);
    const isLast = start + ROWS_AT_ONCE >= rows.length;
    const here = { from, to: isLast || last === undefined ? range.to : numberOf(last) };
    const applied = await context.ports.store.write(
      { tables, durability: 'relaxed' },
      async (tx) => {
        const state = await tx.stream(stream);
        if (state === undefined || state.epoch !== page.epoch || state.download !== undefined) {
          return false;
        }
        const isLoadable = loadedOf(scopeState(state.scopes, scope)) !== null;
        if (page.head < state.cursor || !isLoadable) return false;
        await applyChanges(
          tx,
          part.map(({ table, row }) => ({ kind: 'put', table, id: row.id, v: row.v, row })),
          new Set(scopesThat(state.scopes, isWhole)),
        );
        const scopes = withEvent(state.scopes, scope, { kind: 'range-loaded', ...here });
        await tx.putStream({ ...state, scopes });
        return true;
      },
    );
    if (!applied) return false;
    from = here.to + 1;
  }
  return true;
}

function numberOf({ table, row }: ScopePage['rows'][number]): number {
  const number = row[entityOf(table)?.ranged?.by ?? ''];
  return typeof number === 'number' ? number : 0;
}
