import { groupOfScope, projectOfScope } from '../../model/entities/scopes.ts';
import { refuse } from '../../model/shared/errors.ts';
import { type EngineContext, tablesOf } from './context.ts';
import { intoJournal } from './journal.ts';
import { ROWS_AT_ONCE } from './apply-changes.ts';
import { dependentsOf } from '../core/dependencies.ts';
import { storeRejection } from '../core/rejection.ts';
import { rebase } from '../core/rebase.ts';
import type { RowsPort } from '../core/ports/rows.ts';
import type { JournalPort, OutboxPort, RejectedPort } from '../core/ports/outbox.ts';
import type { StreamState } from '../core/ports/streams.ts';
import { refOfKey, rowKey } from '../core/row-key.ts';
import { isUnlisted, scopeState, scopesThat, withEvent } from '../core/scope-state.ts';

/**
 * PULL-5, second half: removes the rows of a revoked scope with their bases, and rejects the pending mutations on them.
 * The scope is `revoking` from the first removed row to the last one. After a kill in between the next pull continues
 * the removal, or downloads the stream if the scope is readable again. A download that another tab starts meanwhile
 * ends the removal, because it replaces the states of all scopes.
 */
export async function removeScope(
  context: EngineContext,
  { stream, epoch, scope }: UnlistedScope,
): Promise<void> {
  const { store } = context.ports;
  const removal = await store.write({ tables: 'all', durability: 'on-disk' }, async (tx) => {
    const state = await tx.stream(stream);
    if (state === undefined || !isFollowed(state, epoch)) return undefined;
    const scopes = withEvent(state.scopes, scope, { kind: 'removal-begun', version: state.cursor });
    const begun = scopeState(scopes, scope);
    if (begun.kind !== 'revoking') return undefined;
    await rejectPendingIn(context, tx, removalIn(state, scope));
    await tx.putStream({ ...state, scopes });
    return { scope, epoch, version: begun.version };
  });
  if (removal === undefined) return;
  for (const table of tablesOf(stream)) {
    let left = 1;
    let written: readonly string[] = [];
    while (left > 0) {
      left = await store.write({ tables: [table], durability: 'relaxed' }, async (tx) => {
        if (!isBeingRemoved(await tx.stream(stream), removal)) return OVERTAKEN;
        const ids = await tx.idsInScope(table, scope);
        const part = ids.slice(0, ROWS_AT_ONCE);
        const keys = part.map((id) => rowKey(table, id));
        written = (await tx.pendingOf(keys)).length > 0 ? keys : [];
        if (written.length > 0) return ids.length;
        await tx.deleteRows(table, part);
        await tx.deleteBase(keys);
        return ids.length - part.length;
      });
      if (left === OVERTAKEN) return;
      // A mutation was written on a row that was still visible: it is rejected like the earlier ones.
      if (written.length > 0) {
        await store.write({ tables: 'all', durability: 'on-disk' }, async (tx) => {
          const state = await tx.stream(stream);
          if (state === undefined || !isBeingRemoved(state, removal)) return;
          await rejectPendingIn(context, tx, removalIn(state, scope), written);
        });
      }
    }
  }
  await store.write({ tables: 'all', durability: 'on-disk' }, async (tx) => {
    const state = await tx.stream(stream);
    if (state === undefined || !isBeingRemoved(state, removal)) return;
    // Rows that were moved out of the scope during the removal are found by their bases only.
    await rejectPendingIn(context, tx, removalIn(state, scope));
    const { version } = removal;
    const scopes = withEvent(state.scopes, scope, { kind: 'removal-finished', version });
    await tx.putStream({ ...state, scopes });
  });
}

const OVERTAKEN = -1;

/** Scope that a page of this epoch did not list. */
interface UnlistedScope {
  readonly stream: string;
  readonly epoch: string;
  readonly scope: string;
}

/** Running removal of a scope; two tabs that work on the same removal have the same version. */
interface RunningRemoval {
  readonly scope: string;
  readonly epoch: string;
  readonly version: number;
}

/** False while the stream is downloaded: the download replaces the states of all scopes. */
function isFollowed(state: StreamState, epoch: string): boolean {
  return state.epoch === epoch && state.download === undefined;
}

function isBeingRemoved(state: StreamState | undefined, removal: RunningRemoval): boolean {
  if (state === undefined || !isFollowed(state, removal.epoch)) return false;
  const now = scopeState(state.scopes, removal.scope);
  return now.kind === 'revoking' && now.version === removal.version;
}

interface ScopeRemoval {
  readonly scope: string;
  /** This scope, and the other unlisted scopes. */
  readonly lost: ReadonlySet<string>;
}

function removalIn({ scopes }: StreamState, scope: string): ScopeRemoval {
  return { scope, lost: new Set([scope, ...scopesThat(scopes, isUnlisted)]) };
}

/** `known`: keys of rows of the scope with new pending mutations, in addition to those found by their bases. */
async function rejectPendingIn(
  context: EngineContext,
  tx: RowsPort & OutboxPort & RejectedPort & JournalPort,
  { scope, lost }: ScopeRemoval,
  known: readonly string[] = [],
): Promise<void> {
  const keys = [...new Set([...(await keysOfScope(tx, scope)), ...known])];
  if (keys.length === 0) return;
  const touching = await tx.pendingOf(keys);
  const acked = touching.filter(({ state }) => state === 'acked');
  const open = touching.filter(({ state }) => state !== 'acked');
  const at = context.ports.clock.now();
  const reason = refuse('forbidden', lostAccessTo(scope));
  // Before everything else, because no rebase from here on may restore the server's row.
  await forgetBases(tx, keys, lost);
  await intoJournal(tx, acked, at);
  const outbox = await tx.outbox();
  const done = new Set<number>();
  for (const first of open) {
    if (done.has(first.seq)) continue;
    const items = [first, ...dependentsOf(outbox, first)].filter(({ seq }) => !done.has(seq));
    for (const { seq } of items) done.add(seq);
    await storeRejection(tx, { items, group: first.seq, reason, at });
  }
  const touched = new Set([...keys, ...touching.flatMap((item) => item.keys)]);
  await rebase(tx, [...touched].map(refOfKey));
}

function lostAccessTo(scope: string): string {
  if (projectOfScope(scope) !== undefined) {
    return /*i18n*/ 'You no longer have access to this project';
  }
  return groupOfScope(scope) === undefined
    ? /*i18n*/ 'You no longer have access to this'
    : /*i18n*/ 'You no longer have access to this channel';
}

/**
 * Clears the bases in revoked scopes, so that a rebase cannot restore a row: neither in this scope nor in another one
 * that is removed next and that a pending mutation moved the row out of.
 */
async function forgetBases(
  tx: RowsPort,
  keys: readonly string[],
  lost: ReadonlySet<string>,
): Promise<void> {
  const bases = await tx.base(keys);
  await tx.putBase(
    [...bases.values()]
      .filter(({ row }) => row !== null && lost.has(row.scope))
      .map((base) => ({ ...base, row: null })),
  );
}

/** Keys of rows with a base that belong to the scope by their view or by the server's row. */
async function keysOfScope(tx: RowsPort, scope: string): Promise<readonly string[]> {
  const keys = new Set<string>();
  for (const base of await tx.allBases()) {
    const ref = refOfKey(base.key);
    const [view] = await tx.rows(ref.table, [ref.id]);
    if (view?.scope === scope || base.row?.scope === scope) keys.add(base.key);
  }
  return [...keys];
}
