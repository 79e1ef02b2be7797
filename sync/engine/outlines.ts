import { concerns } from '../../model/entities/concerns.ts';
import {
  isDetailTable,
  kindOfTable,
  type ScopePart,
  TASK_TABLE,
} from '../../model/entities/details.ts';
import { projectOfScope } from '../../model/entities/scopes.ts';
import type { Change, Check } from '../../model/protocol/messages.ts';
import type { EngineContext } from './context.ts';
import type { OutboxPort } from '../core/ports/outbox.ts';
import type { RowsPort } from '../core/ports/rows.ts';
import { refOfKey } from '../core/row-key.ts';
import type { StreamState } from '../core/ports/streams.ts';
import { isWhole, type ScopeState, scopeState, scopesThat } from '../core/scope-state.ts';

/**
 * Outlines and summaries (OUT-1 to OUT-6): a device that may read more than it can hold has all rows of the projects
 * that concern its person. Of others it has the outline, i.e. no details, or the summary, i.e. no tasks either. Pages of
 * the stream contain the changes of all rows, so every row on the device is current; only details of an outlined project
 * and tasks of a summarized one may be missing.
 *
 *   summarized ── wanted: opened, or concerns the person ──► its tasks are downloaded ── the last page ──► outlined
 *   outlined ── wanted ──► its details are downloaded ── the last page ──► whole
 */

type Outlined = Pick<StreamState, 'outlined' | 'summarized'>;

/** True when the device keeps only the outline of this scope. */
export function isOutlined({ outlined }: Outlined, scope: string): boolean {
  return outlined !== undefined && outlined.length > 0 && setOf(outlined).has(scope);
}

/** True when the device keeps only the summary of this scope, i.e. neither all tasks nor all details (OUT-6). */
export function isSummarized({ summarized }: Outlined, scope: string): boolean {
  return summarized !== undefined && summarized.length > 0 && setOf(summarized).has(scope);
}

/** Rows of the scope that this device has to have. */
export function partOf(state: Outlined, scope: string): ScopePart {
  if (!isOutlined(state, scope)) return 'all';
  return isSummarized(state, scope) ? 'summary' : 'outline';
}

/** Sets of the lists in the states of streams, which are never modified: thousands of rows ask for the same list. */
const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

function setOf(list: readonly string[]): ReadonlySet<string> {
  const known = sets.get(list) ?? new Set(list);
  sets.set(list, known);
  return known;
}

/** True for rows of which a device with the outline or the summary may have only some. */
export function mayBeMissing(state: Outlined, table: string, scope: string): boolean {
  if (isDetailTable(table)) return isOutlined(state, scope);
  return table === TASK_TABLE && isSummarized(state, scope);
}

/** Count and digests of the rows that this device must have of a scope (OUT-4). */
export function expected(
  state: Outlined,
  checked: Check['scopes'][number],
): Pick<Check['scopes'][number], 'count' | 'digest' | 'content'> {
  const part = partOf(state, checked.scope);
  return part === 'all' ? checked : (checked[part] ?? checked);
}

/** Projects that a repeated download has to send with their details, and with their tasks. */
interface Held {
  readonly held: readonly string[];
  readonly tasks: readonly string[];
}

/**
 * OUT-3.5: those that are here, being filled or wanted, and those with details or tasks that the person's pending
 * mutations have written.
 */
export async function heldScopes(
  { ports: { store } }: Pick<EngineContext, 'ports'>,
  state: StreamState,
): Promise<Held> {
  const isHere = (one: ScopeState) => isWhole(one) || one.kind === 'filling';
  const isProject = (scope: string) => projectOfScope(scope) !== undefined;
  const here = scopesThat(state.scopes, isHere).filter(isProject);
  const mayLack = (state.outlined?.length ?? 0) > 0;
  const written = mayLack ? await store.read('all', writtenScopes) : { tasks: [], details: [] };
  const wanted = [...(state.wanted ?? []), ...written.details];
  const tasks = here.filter((scope) => !isSummarized(state, scope));
  const held = tasks.filter((scope) => !isOutlined(state, scope));
  return {
    held: [...new Set([...held, ...wanted])],
    tasks: [...new Set([...tasks, ...wanted, ...written.tasks])],
  };
}

/** Scopes of the tasks and of the details that pending mutations have written. */
async function writtenScopes(
  tx: RowsPort & OutboxPort,
): Promise<Readonly<Record<'tasks' | 'details', readonly string[]>>> {
  const keys = new Set((await tx.outbox()).flatMap((item) => item.keys));
  const scopes = { tasks: new Set<string>(), details: new Set<string>() };
  await Promise.all(
    [...keys].map(refOfKey).map(async ({ table, id }) => {
      const kind = kindOfTable(table);
      if (kind === 'others') return;
      const [row] = await tx.rows(table, [id]);
      if (row !== undefined) scopes[kind].add(row.scope);
    }),
  );
  return { tasks: [...scopes.tasks], details: [...scopes.details] };
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

/** The next outlined scope whose rows are to be downloaded; its outline or summary is complete (OUT-3.3). */
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
  const { outlined, wanted, ...rest } = withoutHot(withoutSummary(state, scope), scope);
  return { ...rest, outlined: without(outlined, scope), wanted: without(wanted, scope) };
}

/** State in which the device has the details of all tasks of a scope, or of none. */
export function withoutHot(state: StreamState, scope: string): StreamState {
  const { hot, coldTasks = {}, releasing = [], ...rest } = state;
  if (hot?.[scope] === undefined) return state;
  const { [scope]: _since, ...others } = hot;
  if (Object.keys(others).length === 0) return rest;
  const left = Object.entries(coldTasks).filter(([, task]) => task.scope !== scope);
  const removing = releasing.filter((one) => one !== scope);
  return {
    ...rest,
    hot: others,
    coldTasks: Object.fromEntries(left),
    ...(removing.length > 0 && { releasing: removing }),
  };
}

/** State in which the device has all tasks of a scope; its details may still be missing. */
export function withoutSummary(state: StreamState, scope: string): StreamState {
  if (!isSummarized(state, scope)) return state;
  return { ...state, summarized: without(state.summarized, scope) };
}

function without(list: readonly string[] = [], scope: string): readonly string[] {
  return list.filter((one) => one !== scope);
}

/** OUT-3.4: outlined scopes that concern the person since these changes. */
export function newlyConcerning(
  { account }: Pick<EngineContext, 'account'>,
  state: Outlined & Pick<StreamState, 'hot'>,
  changes: readonly Change[],
): readonly string[] {
  if ((state.outlined?.length ?? 0) === 0) return [];
  return changes.flatMap((change) =>
    change.kind === 'put' &&
    isOutlined(state, change.row.scope) &&
    // A hot scope concerns the person already, and has what they need (OUT-7).
    state.hot?.[change.row.scope] === undefined &&
    concerns(account.orgUserId, change.table, change.row)
      ? [change.row.scope]
      : [],
  );
}
