import type { Check, PullPage } from '../../model/protocol/messages.ts';
import { authed, type EngineContext, wholeTablesOf } from './context.ts';
import { expected, mayBeMissing } from './outlines.ts';
import { type Agreement, AGREED, isUnusual, ROWS_UNASKED } from './unusual-count.ts';
import { listIn } from '../core/rebase.ts';
import type { RowsPort } from '../core/ports/rows.ts';
import type { StreamState } from '../core/ports/streams.ts';
import type { Reply } from '../core/ports/transport.ts';
import { isWhole, scopeState } from '../core/scope-state.ts';

const DISAGREED: Agreement = { kind: 'disagreed' };
const UNDECIDED: Agreement = { kind: 'failed', failure: { kind: 'later', reason: 'unconfirmed' } };

type Removed = { readonly table: string; readonly id: string; readonly v: number };

interface PageRemoval {
  readonly stream: string;
  readonly page: PullPage;
  readonly state: StreamState;
  /** Changes that remove a row from what the device may have. */
  readonly removed: readonly Removed[];
  /** Scopes of the device that the page does not list any more. */
  readonly lost: readonly string[];
}

/** CLIENT-5: decides by the rows that are here whether the removal is unusual, and lets the server confirm one that is. */
export async function agreementOnRemoval(
  context: EngineContext,
  { stream, page, state, removed, lost }: PageRemoval,
): Promise<Agreement> {
  const left = await context.ports.store.read('all', async (tx) => {
    const counts = await removalByScope(tx, removed, state);
    const unusual = new Map<string, number>();
    for (const [scope, count] of counts) {
      const all = await countScope(tx, stream, scope, state);
      if (isUnusual(count, all)) unusual.set(scope, all - count);
    }
    for (const scope of lost) {
      // An incomplete scope may have many more rows than this device.
      const unasked = isWhole(scopeState(state.scopes, scope)) ? ROWS_UNASKED : 0;
      if ((await countScope(tx, stream, scope, state)) > unasked) unusual.set(scope, 0);
    }
    return unusual;
  });
  return left.size === 0 ? AGREED : agreedByServer(context, { stream, page, state, left });
}

/** Rows of a scope on this device, by the view; without details of an outline, of which only some are here. */
async function countScope(
  tx: RowsPort,
  stream: string,
  scope: string,
  state: StreamState,
): Promise<number> {
  let count = 0;
  for (const table of wholeTablesOf(stream)) {
    if (!mayBeMissing(state, table, scope)) count += await tx.countInScope(table, scope);
  }
  return count;
}

interface Removal {
  readonly stream: string;
  readonly page: PullPage;
  readonly state: StreamState;
  /** Rows that are left of each scope after an unusual removal. */
  readonly left: ReadonlyMap<string, number>;
}

async function agreedByServer(
  context: EngineContext,
  { stream, page, state, left }: Removal,
): Promise<Agreement> {
  const reply = await checkOf(context, stream, [...left.keys()]);
  if (!reply.ok) return { kind: 'failed', failure: reply.failure };
  if (reply.value.epoch !== page.epoch) return DISAGREED;
  for (const [scope, count] of left) {
    const found = reply.value.scopes.find((one) => one.scope === scope);
    // A scope that was revoked since the page was read does not confirm the page's removals.
    if (found === undefined && page.scopes.includes(scope)) return UNDECIDED;
    const there = found === undefined ? 0 : expected(state, found).count;
    const added = page.changes.filter(
      (change) =>
        change.kind === 'put' &&
        change.row.scope === scope &&
        !mayBeMissing(state, change.table, scope),
    );
    // Rows created since the page was read can only increase the server's count.
    const most = count + added.length;
    if (there <= most) continue;
    const { freshCheck } = await import('./fresh-check.ts');
    const fresh = await freshCheck(context, { stream, scope, kept: reply.value });
    if (!fresh.ok) return { kind: 'failed', failure: fresh.failure };
    const [counted] = fresh.value.scopes.filter((one) => one.scope === scope);
    // It may also have been revoked between the two checks.
    if (counted === undefined && page.scopes.includes(scope)) return UNDECIDED;
    if (counted !== undefined && expected(state, counted).count > most) {
      return fresh.value.head > page.next ? UNDECIDED : DISAGREED;
    }
  }
  return AGREED;
}

/** Asks for the one scope, or for all of them. */
async function checkOf(
  context: EngineContext,
  stream: string,
  scopes: readonly string[],
): Promise<Reply<Check>> {
  const { transport } = context.ports;
  const [scope, ...others] = scopes;
  if (scope !== undefined && others.length === 0) {
    const reply = await authed(context, () => transport.check({ stream, scope }));
    // A server of an older build knows no check of one scope.
    if (reply.ok || reply.failure.kind !== 'refused' || reply.failure.status !== 404) return reply;
  }
  return authed(context, () => transport.check({ stream }));
}

async function removalByScope(
  tx: RowsPort,
  changes: readonly Removed[],
  state: StreamState,
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
      if (mayBeMissing(state, table, row.scope)) continue;
      counts.set(row.scope, (counts.get(row.scope) ?? 0) + 1);
    }
  }
  return counts;
}
