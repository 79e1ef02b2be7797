import { concerns } from '../../model/entities/concerns.ts';
import { isDetailTable } from '../../model/entities/details.ts';
import { projectOfScope } from '../../model/entities/scopes.ts';
import type { Change, Check } from '../../model/protocol/messages.ts';
import type { EngineContext } from './context.ts';
import type { OutboxPort } from '../core/ports/outbox.ts';
import type { RowsPort } from '../core/ports/rows.ts';
import { refOfKey } from '../core/row-key.ts';
import type { StreamState } from '../core/ports/streams.ts';
import { isWhole, type ScopeState, scopeState, scopesThat } from '../core/scope-state.ts';

/**
 * Outlines (OUT-1 to OUT-4): a device that may read more than it can hold has the details of the projects that concern
 * its person, and all other rows of the others. Pages of the stream contain the changes of both, so every row on the
 * device is current; only details of an outlined project may be missing.
 *
 *   outlined ── wanted: opened, or concerns the person ──► its details are downloaded ── the last page ──► whole
 */

type Outlined = Pick<StreamState, 'outlined'>;

/** True when the device keeps only the outline of this scope. */
export function isOutlined({ outlined }: Outlined, scope: string): boolean {
  return outlined !== undefined && outlined.length > 0 && setOf(outlined).has(scope);
}

/** Sets of the lists in the states of streams, which are never modified: thousands of rows ask for the same list. */
const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

function setOf(list: readonly string[]): ReadonlySet<string> {
  const known = sets.get(list) ?? new Set(list);
  sets.set(list, known);
  return known;
}

/** True for rows of which a device with the outline may have only some. */
export function mayBeMissing(state: Outlined, table: string, scope: string): boolean {
  return isDetailTable(table) && isOutlined(state, scope);
}

/** Count and digests of the rows that this device must have of a scope (OUT-4). */
export function expected(
  state: Outlined,
  checked: Check['scopes'][number],
): Pick<Check['scopes'][number], 'count' | 'digest' | 'content'> {
  return isOutlined(state, checked.scope) ? (checked.outline ?? checked) : checked;
}

/**
 * OUT-3.5: projects that a repeated download has to send with their details: those that are here, being filled or
 * wanted, and those with details that the person's pending mutations have written.
 */
export async function heldScopes(
  { ports: { store } }: Pick<EngineContext, 'ports'>,
  state: StreamState,
): Promise<readonly string[]> {
  const isHere = (one: ScopeState) => isWhole(one) || one.kind === 'filling';
  const here = scopesThat(state.scopes, isHere).filter((scope) => !isOutlined(state, scope));
  const written = (state.outlined?.length ?? 0) > 0 ? await store.read('all', writtenScopes) : [];
  const held = new Set([...here, ...(state.wanted ?? []), ...written]);
  return [...held].filter((scope) => projectOfScope(scope) !== undefined);
}

/** Scopes of the details that pending mutations have written. */
async function writtenScopes(tx: RowsPort & OutboxPort): Promise<readonly string[]> {
  const keys = new Set((await tx.outbox()).flatMap((item) => item.keys));
  const refs = [...keys].map(refOfKey).filter(({ table }) => isDetailTable(table));
  const found = await Promise.all(refs.map(({ table, id }) => tx.rows(table, [id])));
  return found.flat().flatMap((row) => (row === undefined ? [] : [row.scope]));
}

/**
 * OUT-3.1: from now on the device keeps the details of these scopes; the next pass downloads them. False when nothing
 * changes, and during a download of the stream, which decides about the outlines again.
 */
export function holdDetails(
  { ports: { store, clock } }: Pick<EngineContext, 'ports'>,
  stream: string,
  scopes: readonly string[],
): Promise<boolean> {
  return store.write({ tables: [], durability: 'on-disk' }, async (tx) => {
    const state = await tx.stream(stream);
    if (state === undefined || state.download !== undefined) return false;
    const after = withWanted(state, scopes);
    const opened = openedAt(state, scopes, clock.now());
    if (after !== state || opened !== (state.opened ?? NONE))
      await tx.putStream({ ...after, opened });
    return after !== state;
  });
}

/** Milliseconds within which a project that is opened again is not stored again. */
const OPENED_EVERY = 86_400_000;

/** OUT-5: times of the projects that were or are outlined; the same object when nothing changes. */
function openedAt(
  state: StreamState,
  scopes: readonly string[],
  now: number,
): Readonly<Record<string, number>> {
  const { opened = NONE } = state;
  const fresh = scopes.filter((scope) => {
    const at = opened[scope];
    return at === undefined ? isOutlined(state, scope) : Math.abs(now - at) > OPENED_EVERY;
  });
  return fresh.length === 0
    ? opened
    : { ...opened, ...Object.fromEntries(fresh.map((scope) => [scope, now])) };
}

const NONE: Readonly<Record<string, number>> = {};

/** State in which the outlined ones of these scopes are wanted; the same object when nothing changes. */
export function withWanted(state: StreamState, scopes: readonly string[]): StreamState {
  const known = state.wanted ?? [];
  const fresh = scopes.filter((scope) => isOutlined(state, scope) && !known.includes(scope));
  return fresh.length === 0 ? state : { ...state, wanted: [...known, ...new Set(fresh)] };
}

/** The next outlined scope whose details are to be downloaded; its outline is complete (OUT-3.3). */
export function nextToFill({ scopes, wanted = [] }: StreamState): string | undefined {
  return wanted.find((scope) => isFillable(scopeState(scopes, scope)));
}

/** A scope that is not listed any more is removed first, and filled again when the person may read it again. */
export function isFillable(state: ScopeState): state is Extract<ScopeState, { kind: 'complete' }> {
  return state.kind === 'complete';
}

/** State in which the device has all rows of a scope, or has none of them any more. */
export function withoutOutline(state: StreamState, scope: string): StreamState {
  if (!isOutlined(state, scope)) return state;
  const others = (list: readonly string[] = []) => list.filter((one) => one !== scope);
  return { ...state, outlined: others(state.outlined), wanted: others(state.wanted) };
}

/** OUT-3.4: outlined scopes that concern the person since these changes. */
export function newlyConcerning(
  { account }: Pick<EngineContext, 'account'>,
  state: Outlined,
  changes: readonly Change[],
): readonly string[] {
  if ((state.outlined?.length ?? 0) === 0) return [];
  return changes.flatMap((change) =>
    change.kind === 'put' &&
    isOutlined(state, change.row.scope) &&
    concerns(account.orgUserId, change.table, change.row)
      ? [change.row.scope]
      : [],
  );
}
