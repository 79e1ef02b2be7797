import { groupOfScope, projectOfScope } from '../../model/entities/scopes.ts';
import { refuse } from '../../model/shared/errors.ts';
import { type EngineContext, tablesOf } from './context.ts';
import { intoJournal } from './journal.ts';
import { ROWS_AT_ONCE } from './apply-changes.ts';
import { dependentsOf } from '../core/dependencies.ts';
import { storeRejection } from '../core/rejection.ts';
import { rebase } from '../core/rebase.ts';
import type { StoreTx } from '../core/ports/store.ts';
import type { StreamState } from '../core/ports/streams.ts';
import { refOfKey, rowKey } from '../core/row-key.ts';

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
    const version = state?.partial?.[scope] ?? state?.cursor ?? 0;
    const begun: Drop = { scope, epoch, version };
    if (state === undefined || !isDue(state, begun)) return undefined;
    await rejectScope(context, tx, removalIn(state, scope));
    const partial = { ...state.partial, [scope]: version };
    await tx.putStream({ ...state, ...notHere(state, scope), partial });
    return begun;
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
    const missed = (state.missed ?? []).filter((one) => one !== scope);
    const partial = without(state.partial, scope);
    await tx.putStream({ ...state, ...notHere(state, scope), partial, missed });
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
  /** What `partial` says of the scope: lost once more after it was whole again, it says something later. */
  readonly version: number;
}

/** Whether nothing has brought the scope anew since a page did not name it: a download clears that it was missed. */
function isDue({ epoch, download, missed = [] }: StreamState, drop: Drop): boolean {
  return epoch === drop.epoch && download === undefined && missed.includes(drop.scope);
}

function isBeingRemoved(state: StreamState | undefined, drop: Drop): boolean {
  return state !== undefined && isDue(state, drop) && state.partial?.[drop.scope] === drop.version;
}

/** What a stream says of a scope of which nothing is said to be here. */
function notHere(
  state: StreamState,
  scope: string,
): Pick<StreamState, 'scopes' | 'filled' | 'windows' | 'pieces'> {
  const scopes = state.scopes.filter((one) => one !== scope);
  return { scopes, filled: without(state.filled, scope), ...opened(state, scope, undefined) };
}

/**
 * What a page that has landed leaves behind of scopes it did not name: what changed in them until then is in no page.
 * Those that were read later than the page miss nothing by it. Asked in the transaction that moves the cursor.
 */
export function unlistedBy(
  { scopes, partial = {}, filled = {}, missed = [] }: StreamState,
  { named, next, cursor }: Passed,
): Pick<StreamState, 'missed' | 'filled'> {
  const begun = Object.keys(partial).filter((scope) => (partial[scope] ?? 0) <= next);
  const whole = scopes.filter((scope) => (filled[scope] ?? 0) <= next);
  const unnamed = [...whole, ...begun].filter((scope) => !named.has(scope));
  const ahead = Object.entries(filled).filter(([, readAt]) => readAt > cursor);
  const all = [...new Set([...missed, ...unnamed])];
  return { missed: all, filled: Object.fromEntries(ahead) };
}

interface Passed {
  /** The scopes the page named. */
  readonly named: ReadonlySet<string>;
  /** Where the page ends, and where the cursor stands by now. */
  readonly next: number;
  readonly cursor: number;
}

/** The entries of others than this scope. */
export function without(
  entries: Readonly<Record<string, number>> = {},
  scope: string,
): Readonly<Record<string, number>> {
  const { [scope]: _gone, ...rest } = entries;
  return rest;
}

/** The windows with that of one scope set anew, or gone; pieces before it are of an older time. */
export function opened(
  { windows = {}, pieces = {} }: StreamState,
  scope: string,
  from: number | undefined,
): Pick<StreamState, 'windows' | 'pieces'> {
  const { [scope]: _before, ...others } = windows;
  const { [scope]: _pieces, ...elsewhere } = pieces;
  return {
    windows: from === undefined ? others : { ...others, [scope]: from },
    pieces: elsewhere,
  };
}

interface ScopeRemoval {
  readonly scope: string;
  /** This scope, and the others that have been lost and not dropped yet. */
  readonly lost: ReadonlySet<string>;
}

function removalIn({ missed = [] }: StreamState, scope: string): ScopeRemoval {
  return { scope, lost: new Set([scope, ...missed]) };
}

/** `known`: rows of it among which something is pending, beside those that are found by their bases. */
async function rejectScope(
  context: EngineContext,
  tx: StoreTx,
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
  const taken = new Set<number>();
  for (const first of open) {
    if (taken.has(first.seq)) continue;
    const items = [first, ...dependentsOf(outbox, first)].filter(({ seq }) => !taken.has(seq));
    for (const { seq } of items) taken.add(seq);
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
  tx: StoreTx,
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
async function keysOfScope(tx: StoreTx, scope: string): Promise<readonly string[]> {
  const keys = new Set<string>();
  for (const base of await tx.allBases()) {
    const ref = refOfKey(base.key);
    const [view] = await tx.rows(ref.table, [ref.id]);
    if (view?.scope === scope || base.row?.scope === scope) keys.add(base.key);
  }
  return [...keys];
}
