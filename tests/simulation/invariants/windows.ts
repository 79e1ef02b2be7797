import { messages } from '../../../model/entities/message.ts';
import type { RawRow } from '../../../model/entities/define-entity.ts';
import type { StreamState } from '../../../sync/core/ports/streams.ts';
import type { StoreView } from '../store-view.ts';

/** Claims of a device about the messages it has (WIN-1 to WIN-5). */

/** After each commit: every number of a range belongs to a row on the device. */
export function rangesAreComplete({ after }: { readonly after: StoreView }): string | undefined {
  for (const { pieces = {}, windows = {}, download, scopes } of after.streams.values()) {
    // A stream that is being downloaded again starts its windows again.
    if (download !== undefined) continue;
    for (const [scope, some] of Object.entries(pieces)) {
      if (!scopes.includes(scope)) continue;
      const here = numbersOf(after, scope);
      for (const { from, to } of some) {
        const gap = missingOf(here, from, to);
        if (gap !== undefined) return `${scope} claims ${from} to ${to}, and ${gap} is not here`;
        if (to + 1 >= (windows[scope] ?? Infinity)) {
          return `${scope} has a piece up to ${to} that touches the window from ${windows[scope]}`;
        }
      }
    }
  }
  return undefined;
}

/** True when the device claims to have the row; one before the window and outside every range may be missing. */
export function isClaimed(view: StoreView, key: string, row: RawRow): boolean {
  if (!key.startsWith(`${messages.table}/`)) return true;
  const seq = Number(row['seq']);
  return [...view.streams.values()].every((state) => claims(state, row.scope, seq));
}

function claims({ windows = {}, pieces = {} }: StreamState, scope: string, seq: number): boolean {
  const begin = windows[scope];
  if (begin === undefined || seq >= begin) return true;
  return (pieces[scope] ?? []).some(({ from, to }) => from <= seq && seq <= to);
}

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
