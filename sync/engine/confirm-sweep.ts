import { kindOfTable } from '../../model/entities/details.ts';
import { entityOf } from '../../model/entities/registry.ts';
import type { Check } from '../../model/protocol/messages.ts';
import { authed } from './context.ts';
import type { Run, Start, Unseen } from './download-run.ts';
import { freshCheck } from './fresh-check.ts';
import { expected, mayBeMissing } from './outlines.ts';
import type { Failure } from '../core/ports/transport.ts';
import { isUnusual } from './unusual-count.ts';

/**
 * CLIENT-5 for a sweep: undefined when its rows may be removed. Unusually many need a snapshot with about as many rows
 * as the server counts.
 */
export async function unconfirmed(
  run: Run,
  start: Start,
  unseen: Unseen,
): Promise<Failure | undefined> {
  const { context, stream, seen } = run;
  // Every download removes older messages, so they are not counted (WIN-3). The server also counts rows of tables that
  // this build does not know.
  const sizes = (tables: Iterable<readonly [string, number]>) =>
    [...tables].reduce(
      (sum, [table, size]) => (entityOf(table)?.ranged === undefined ? sum + size : sum),
      0,
    );
  const beyond = await beyondParts(run, start, unseen);
  const removed = sizes([...unseen].map(([table, ids]) => [table, ids.length] as const)) - beyond;
  const kept = sizes([...seen].map(([table, ids]) => [table, ids.size] as const)) - run.uncounted;
  if (!isUnusual(removed, removed + kept)) return undefined;
  const reply = await authed(context, () => context.ports.transport.check({ stream }));
  if (!reply.ok) return reply.failure;
  // The server also counts rows created since the snapshot, but these cannot be half of the removed ones.
  const isMore = (there: number) => there - kept >= removed / 2;
  const countOf = (scopes: Check['scopes']) =>
    scopes.reduce((sum, scope) => sum + expected(start, scope).count, 0);
  if (!isMore(countOf(reply.value.scopes))) return undefined;
  let there = 0;
  for (const { scope } of reply.value.scopes) {
    const fresh = await freshCheck(context, { stream, scope, kept: reply.value });
    if (!fresh.ok) return fresh.failure;
    there += countOf(fresh.value.scopes.filter((one) => one.scope === scope));
    if (isMore(there)) return UNCONFIRMED;
  }
  return undefined;
}

/** Number of rows that the snapshot lacks because it contains only a part of their project (OUT-2, OUT-6). */
async function beyondParts(
  { context }: Run,
  { outlined, summarized }: Start,
  unseen: Unseen,
): Promise<number> {
  let count = 0;
  if (outlined === undefined) return count;
  for (const [table, ids] of unseen) {
    if (kindOfTable(table) === 'others') continue;
    for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
      const part = ids.slice(from, from + READ_AT_ONCE);
      const rows = await context.ports.store.read([table], (tx) => tx.rows(table, part));
      count += rows.filter(
        (row) => row && mayBeMissing({ outlined, summarized }, table, row.scope),
      ).length;
    }
  }
  return count;
}

const READ_AT_ONCE = 500;

const UNCONFIRMED: Failure = { kind: 'later', reason: 'unconfirmed' };
