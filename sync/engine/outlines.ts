import { isDetailTable } from '../../model/entities/details.ts';
import type { Check } from '../../model/protocol/messages.ts';
import { projectOfScope } from '../../model/entities/scopes.ts';
import type { EngineContext } from './context.ts';
import type { StreamState } from '../core/ports/streams.ts';
import { isWhole, type ScopeState, scopesThat, withEvent } from '../core/scope-state.ts';

/**
 * Outlines (OUT-1 to OUT-4): a device that may read more than it can hold has the details of the projects that concern
 * its person, and all other rows of the others. Pages of the stream contain the changes of both, so every row on the
 * device is current; only details of an outlined project may be missing.
 */

type Outlined = Pick<StreamState, 'outlined'>;

/** True when the device keeps only the outline of this scope. */
export function isOutlined({ outlined = [] }: Outlined, scope: string): boolean {
  return outlined.includes(scope);
}

/** True for rows of which a device with the outline may have only some. */
export function mayBeMissing(state: Outlined, table: string, scope: string): boolean {
  return isDetailTable(table) && isOutlined(state, scope);
}

/** Projects that a repeated download has to send with their details: those that are here, and those being filled. */
export function scopesWithDetails(state: StreamState): readonly string[] {
  const isWanted = (one: ScopeState) => isWhole(one) || one.kind === 'filling';
  return scopesThat(state.scopes, isWanted).filter(
    (scope) => projectOfScope(scope) !== undefined && !isOutlined(state, scope),
  );
}

/** Count and digest of the rows that this device must have of a scope (OUT-4). */
export function expected(
  state: Outlined,
  { scope, count, digest, outline }: Check['scopes'][number],
): { readonly count: number; readonly digest: string } {
  return isOutlined(state, scope) && outline !== undefined ? outline : { count, digest };
}

/**
 * OUT-3: from now on the device keeps the details of these scopes; the next pull fills them. False when nothing
 * changes, and during a download of the stream, which replaces the states of all scopes.
 */
export function holdDetails(
  { ports: { store } }: Pick<EngineContext, 'ports'>,
  stream: string,
  wanted: readonly string[],
): Promise<boolean> {
  return store.write({ tables: [], durability: 'on-disk' }, async (tx) => {
    const state = await tx.stream(stream);
    if (state === undefined || state.download !== undefined) return false;
    const due = wanted.filter((scope) => isOutlined(state, scope));
    if (due.length === 0) return false;
    await tx.putStream({
      ...state,
      outlined: state.outlined?.filter((scope) => !due.includes(scope)) ?? [],
      scopes: due.reduce(
        (scopes, scope) => withEvent(scopes, scope, { kind: 'details-wanted' }),
        state.scopes,
      ),
    });
    return true;
  });
}

/** Holds the details of outlined scopes that concern the person by now. True when the stream has to be pulled. */
export async function holdNeeded(context: EngineContext, state: StreamState): Promise<boolean> {
  const { outlined = [], stream } = state;
  if (outlined.length === 0) return false;
  const needed = new Set(await context.neededScopes());
  const due = outlined.filter((scope) => needed.has(scope));
  return due.length > 0 && holdDetails(context, stream, due);
}
