import { ownLineOf } from '../../model/protocol/account.ts';
import { isOfKind } from '../../model/shared/activity-kinds.ts';
import type { ActivityEntry, ActivityFilters, OutboxItem } from '../../sync/client/index.ts';

/** A value that was put back here and is not in the server's history yet. */
export interface OwnRestoredValue {
  readonly entry: ActivityEntry;
  /** Why the server refused it; undefined while it waits or is on its way. */
  readonly refusal: string | undefined;
}

/** A line of the history that the change in the outbox carries, however often the page is loaded. */
export interface KeptRestoredValue {
  readonly id: string;
  readonly entry: ActivityEntry;
}

/** Those the filters of the history let through, and which of them were refused. */
export function shownRestoredValues(
  kept: readonly KeptRestoredValue[],
  items: readonly OutboxItem[],
  { kind, by }: Pick<ActivityFilters, 'kind' | 'by'>,
): readonly OwnRestoredValue[] {
  return kept
    .filter(
      ({ entry }) =>
        isOfKind(entry.table, kind) && (by === undefined || String(entry.by.id) === by),
    )
    .map((one) => ({ entry: one.entry, refusal: refusalOf(itemOf(one, items)) }));
}

/** The change in the outbox that carries it; it may have been merged with one that waited there before (MUT-5). */
export function itemOf(
  { id }: KeptRestoredValue,
  items: readonly OutboxItem[],
): OutboxItem | undefined {
  return items.find((item) => item.lines.some((line) => ownLineOf(line)?.id === id));
}

/** With those of the outbox that were put back before this page was loaded, or in another tab; the newest first. */
export function withWaiting(
  kept: readonly KeptRestoredValue[],
  items: readonly OutboxItem[],
): readonly KeptRestoredValue[] {
  const known = new Set(kept.map(({ id }) => id));
  const others = items
    .flatMap(({ lines }) => lines)
    .map(ownLineOf)
    .filter((line) => line !== undefined)
    .filter(({ id }) => !known.has(id));
  if (others.length === 0) return kept;
  return [...kept, ...others].toSorted((left, right) => (left.entry.at < right.entry.at ? 1 : -1));
}

function isRejected({ state }: OutboxItem): boolean {
  return state === 'rejected' || state === 'conflict' || state === 'quarantined';
}

function refusalOf(item: OutboxItem | undefined): string | undefined {
  return item !== undefined && isRejected(item)
    ? (item.reason ?? 'The server did not accept this')
    : undefined;
}
