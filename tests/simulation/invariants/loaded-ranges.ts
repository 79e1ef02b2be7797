import { messages } from '../../../model/entities/message.ts';
import type { RawRow } from '../../../model/entities/define-entity.ts';
import type { StreamState } from '../../../sync/core/ports/streams.ts';
import { loadedOf, loadedRanges } from '../../../sync/core/scope-state.ts';
import { refOfKey } from '../../../sync/core/row-key.ts';
import { mayBeMissing } from '../../../sync/engine/outlines.ts';
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
 * a detail of an outlined project.
 */
export function isClaimed(view: StoreView, key: string, row: RawRow): boolean {
  const { table } = refOfKey(key);
  if ([...view.streams.values()].some((state) => mayBeMissing(state, table, row.scope))) {
    return false;
  }
  if (!key.startsWith(`${messages.table}/`)) return true;
  const seq = Number(row['seq']);
  return [...view.streams.values()].every((state) => claims(state, row.scope, seq));
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
