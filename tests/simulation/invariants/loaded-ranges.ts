import { messages } from '../../../model/entities/message.ts';
import { tasks } from '../../../model/entities/task.ts';
import type { RawRow } from '../../../model/entities/define-entity.ts';
import type { StreamState } from '../../../sync/core/ports/streams.ts';
import { loadedOf, loadedRanges } from '../../../sync/core/scope-state.ts';
import { refOfKey, rowKey } from '../../../sync/core/row-key.ts';
import { mayBeMissing } from '../../../sync/engine/outlines.ts';
import { taskDetailsOf } from '../../../sync/store/queries/task-details.ts';
import type { StoreView } from '../store-view.ts';

/** Claims of a device about the rows that it has (WIN-1 to WIN-5, OUT-1). */

/** After each commit: every number of a range belongs to a row on the device. */
export function rangesAreComplete({ after }: { readonly after: StoreView }): string | undefined {
  for (const { scopes, download } of after.streams.values()) {
    // A stream that is being downloaded again starts its windows again.
    if (download !== undefined) continue;
    for (const [scope, state] of Object.entries(scopes)) {
      const { from: begin, earlier } = loadedOf(state) ?? { from: 1, earlier: [] };
      const here = earlier.length === 0 ? NONE : numbersOf(after, scope);
      for (const { from, to } of earlier) {
        const gap = missingOf(here, from, to);
        if (gap !== undefined) return `${scope} claims ${from} to ${to}, and ${gap} is not here`;
        if (to + 1 >= begin) {
          return `${scope} has a range up to ${to} that touches the newest from ${begin}`;
        }
      }
    }
  }
  return undefined;
}

/**
 * True when the device claims to have the row. A message before the window and outside every range may be missing, and
 * a detail of an outlined project, unless it belongs to a hot task of a hot one (OUT-7).
 */
export function isClaimed(view: StoreView, key: string, row: RawRow): boolean {
  const { table } = refOfKey(key);
  for (const state of view.streams.values()) {
    if (mayBeMissing(state, table, row.scope)) return isOfHotTask(view, state, row);
  }
  if (!key.startsWith(`${messages.table}/`)) return true;
  const seq = Number(row['seq']);
  return [...view.streams.values()].every((state) => claims(state, row.scope, seq));
}

/** True for a detail of a project or of a cold task that its person has not opened for long (OUT-5, OUT-7.4). */
export function isReleased(before: StoreView, after: StoreView, key: string, row: RawRow): boolean {
  const { table } = refOfKey(key);
  return [...after.streams].some(([stream, state]) => {
    if (state.hot?.[row.scope] === undefined) {
      return state.opened?.[row.scope] !== undefined && mayBeMissing(state, table, row.scope);
    }
    const task = row['task'];
    if (typeof task !== 'string') return false;
    const known = state.coldTasks?.[task];
    if (known === undefined) return !isOfHotTask(after, state, row);
    // Two commits were observed as one: the release, and the change that has the details downloaded again (OUT-7.3).
    return !known.isHere && wasReleasing(before.streams.get(stream), row.scope, task);
  });
}

function wasReleasing(state: StreamState | undefined, scope: string, task: string): boolean {
  return state?.releasing?.includes(scope) === true && state.coldTasks?.[task] === undefined;
}

function isOfHotTask(view: StoreView, state: StreamState, row: RawRow): boolean {
  if (state.hot?.[row.scope] === undefined) return false;
  // A file: it belongs to no task, and all of them are here.
  if (row['task'] === undefined) return true;
  const key = rowKey(tasks.table, String(row['task']));
  const found = view.rows.get(key);
  const base = view.base.get(key)?.row;
  // The view is that of a mutation of the person: in another project, for example.
  if (found?.scope !== row.scope) return false;
  return taskDetailsOf(state, tasks.parse(found), base ? tasks.parse(base) : undefined) === 'here';
}

function claims({ scopes }: StreamState, scope: string, seq: number): boolean {
  const { from: begin, earlier } = loadedRanges(scopes, scope);
  return seq >= begin || earlier.some(({ from, to }) => from <= seq && seq <= to);
}

const NONE: ReadonlySet<number> = new Set();

function numbersOf(view: StoreView, scope: string): ReadonlySet<number> {
  const found = new Set<number>();
  for (const [key, row] of view.rows) {
    if (key.startsWith(`${messages.table}/`) && row.scope === scope) found.add(Number(row['seq']));
  }
  return found;
}

function missingOf(here: ReadonlySet<number>, from: number, to: number): number | undefined {
  for (let number = from; number <= to; number += 1) if (!here.has(number)) return number;
  return undefined;
}
