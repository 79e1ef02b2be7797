import type { PullPage } from '../../model/protocol/messages.ts';
import { authed, type EngineContext, isKnownTable, wholeTablesOf } from './context.ts';
import { listIn } from '../core/rebase.ts';
import type { RowsPort } from '../core/ports/rows.ts';
import type { StreamState } from '../core/ports/streams.ts';
import type { Failure } from '../core/ports/transport.ts';
import { isWhole, scopeState } from '../core/scope-state.ts';

/** CLIENT-5: more than this many rows of a scope, and more than this part of it, are not removed unasked. */
export const ROWS_UNASKED = 50;
const PART = 0.25;

/** Failed: the check could not be made, or did not decide. */
type Agreement =
  | { readonly kind: 'agreed' }
  | { readonly kind: 'disagreed' }
  | { readonly kind: 'failed'; readonly failure: Failure };

const AGREED: Agreement = { kind: 'agreed' };
const DISAGREED: Agreement = { kind: 'disagreed' };
const UNDECIDED: Agreement = { kind: 'failed', failure: { kind: 'later', reason: 'unconfirmed' } };

/**
 * Whether the rows that a page removes may be removed. An ordinary page needs no request; an unusual number of rows is
 * compared with the server's own count.
 */
export async function agreementOn(
  context: EngineContext,
  stream: string,
  page: PullPage,
  state: StreamState,
): Promise<Agreement> {
  const visible = new Set(page.scopes);
  // What is here of scopes that are not whole goes as well.
  const here = Object.keys(state.scopes);
  const lost = page.complete ? here.filter((scope) => !visible.has(scope)) : [];
  const removed = page.changes.filter(
    (change) =>
      isKnownTable(change.table) &&
      (change.kind === 'del' || (change.kind === 'moved' && !visible.has(change.to))),
  );
  if (removed.length <= ROWS_UNASKED && lost.length === 0) return AGREED;
  const left = await context.ports.store.read('all', async (tx) => {
    const counts = await removalByScope(tx, removed);
    const unusual = new Map<string, number>();
    for (const [scope, count] of counts) {
      const all = await countScope(tx, stream, scope);
      if (isUnusual(count, all)) unusual.set(scope, all - count);
    }
    for (const scope of lost) {
      // Few rows of one that is here in part may be few of many.
      const unasked = isWhole(scopeState(state.scopes, scope)) ? ROWS_UNASKED : 0;
      if ((await countScope(tx, stream, scope)) > unasked) unusual.set(scope, 0);
    }
    return unusual;
  });
  return left.size === 0 ? AGREED : agreedByServer(context, stream, page, left);
}

export function isUnusual(removed: number, all: number): boolean {
  return removed > ROWS_UNASKED && removed > all * PART;
}

/** Rows of a scope on this device, by the view. */
export async function countScope(tx: RowsPort, stream: string, scope: string): Promise<number> {
  let count = 0;
  for (const table of wholeTablesOf(stream)) count += await tx.countInScope(table, scope);
  return count;
}

async function agreedByServer(
  context: EngineContext,
  stream: string,
  page: PullPage,
  left: ReadonlyMap<string, number>,
): Promise<Agreement> {
  const reply = await authed(context, () => context.ports.transport.check({ stream }));
  if (!reply.ok) return { kind: 'failed', failure: reply.failure };
  if (reply.value.epoch !== page.epoch) return DISAGREED;
  for (const [scope, count] of left) {
    const found = reply.value.scopes.find((one) => one.scope === scope);
    // Lost since the page was read: this does not confirm what the page removes.
    if (found === undefined && page.scopes.includes(scope)) return UNDECIDED;
    const there = found?.count ?? 0;
    const added = page.changes.filter(
      (change) => change.kind === 'put' && change.row.scope === scope,
    );
    // Rows made since the page was read can only make the server's count larger.
    if (there > count + added.length) {
      return reply.value.head > page.next ? UNDECIDED : DISAGREED;
    }
  }
  return AGREED;
}

async function removalByScope(
  tx: RowsPort,
  changes: readonly { readonly table: string; readonly id: string; readonly v: number }[],
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, string[]>();
  const versions = new Map<string, number>();
  for (const { table, id, v } of changes) {
    listIn(ids, table).push(id);
    versions.set(id, v);
  }
  const counts = new Map<string, number>();
  for (const [table, list] of ids) {
    for (const row of await tx.rows(table, list)) {
      if (row === undefined || row.v >= (versions.get(row.id) ?? 0)) continue;
      counts.set(row.scope, (counts.get(row.scope) ?? 0) + 1);
    }
  }
  return counts;
}
