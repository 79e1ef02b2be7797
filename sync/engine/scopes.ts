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
 * PULL-5, second half: rows of a scope the person may no longer read go, with their base; what was pending on them
 * goes to the tray with its text. From the first row that goes until the last one has gone the scope counts as one that
 * is not whole, nothing of it is said to be here, and it stays among those that were missed: after a kill in between it
 * is dropped to the end, or, readable again, downloaded anew with all the others. Another tab that downloads meanwhile ends
 * the drop: the rows are its own from then on.
 */
export async function dropScope(
  context: EngineContext,
  { stream, epoch, scope }: Lost,
): Promise<void> {
  const { store } = context.ports;
  const drop = await store.write({ tables: 'all', durability: 'on-disk' }, async (tx) => {
    const state = await tx.stream(stream);
    if (state === undefined || !isFollowed(state, epoch)) return undefined;
    const scopes = withEvent(state.scopes, scope, { kind: 'removal-begun', version: state.cursor });
    const begun = scopeState(scopes, scope);
    if (begun.kind !== 'revoking') return undefined;
    await rejectScope(context, tx, removalIn(state, scope));
    await tx.putStream({ ...state, scopes });
    return { scope, epoch, version: begun.version };
  });
  if (drop === undefined) return;
  for (const table of tablesOf(stream)) {
    let left = 1;
    let written: readonly string[] = [];
    while (left > 0) {
      left = await store.write({ tables: [table], durability: 'relaxed' }, async (tx) => {
        if (!isBeingRemoved(await tx.stream(stream), drop)) return OVERTAKEN;
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
      // Somebody wrote on what was still to be seen of it: that goes to the tray like what was written before.
      if (written.length > 0) {
        await store.write({ tables: 'all', durability: 'on-disk' }, async (tx) => {
          const state = await tx.stream(stream);
          if (state === undefined || !isBeingRemoved(state, drop)) return;
          await rejectScope(context, tx, removalIn(state, scope), written);
        });
      }
    }
  }
  await store.write({ tables: 'all', durability: 'on-disk' }, async (tx) => {
    const state = await tx.stream(stream);
    if (state === undefined || !isBeingRemoved(state, drop)) return;
    // What somebody moved out of it while it went is found by its base alone.
    await rejectScope(context, tx, removalIn(state, scope));
    const { version } = drop;
    const scopes = withEvent(state.scopes, scope, { kind: 'removal-finished', version });
    await tx.putStream({ ...state, scopes });
  });
}

const OVERTAKEN = -1;

/** A scope that a page of this epoch did not name. */
interface Lost {
  readonly stream: string;
  readonly epoch: string;
  readonly scope: string;
}

/** A drop on its way. Two tabs at the same one have the same version, and help each other. */
interface Drop {
  readonly scope: string;
  readonly epoch: string;
  readonly version: number;
}

/** False while the stream is downloaded: the download replaces the states of all scopes. */
function isFollowed(state: StreamState, epoch: string): boolean {
  return state.epoch === epoch && state.download === undefined;
}

function isBeingRemoved(state: StreamState | undefined, drop: Drop): boolean {
  if (state === undefined || !isFollowed(state, drop.epoch)) return false;
  const now = scopeState(state.scopes, drop.scope);
  return now.kind === 'revoking' && now.version === drop.version;
}

interface ScopeRemoval {
  readonly scope: string;
  /** This scope, and the others that have been lost and not dropped yet. */
  readonly lost: ReadonlySet<string>;
}

function removalIn({ scopes }: StreamState, scope: string): ScopeRemoval {
  return { scope, lost: new Set([scope, ...scopesThat(scopes, isUnlisted)]) };
}

/** `known`: rows of it among which something is pending, beside those that are found by their bases. */
async function rejectScope(
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
  const what = wordOf(scope);
  const reason = refuse('forbidden', `You no longer have access to ${what}`);
  // First of all: whatever is folded anew from here on must not find the row as it was before one's own changes.
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

function wordOf(scope: string): string {
  if (projectOfScope(scope) !== undefined) return 'this project';
  return groupOfScope(scope) === undefined ? 'this' : 'this channel';
}

/**
 * Bases of lost scopes go, so that folding cannot bring a row back: not to where it was before a move out of one that goes
 * next either.
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

/** Rows with something pending that belong to the scope: by the view, or by the server's row under it. */
async function keysOfScope(tx: RowsPort, scope: string): Promise<readonly string[]> {
  const keys = new Set<string>();
  for (const base of await tx.allBases()) {
    const ref = refOfKey(base.key);
    const [view] = await tx.rows(ref.table, [ref.id]);
    if (view?.scope === scope || base.row?.scope === scope) keys.add(base.key);
  }
  return [...keys];
}
