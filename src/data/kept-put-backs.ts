import { isOfKind } from '../../model/shared/activity-kinds.ts';
import type { ActivityEntry, ActivityFilters, OutboxItem } from '../../sync/client/index.ts';

/** A value that was put back here and is not in the server's history yet. */
export interface OwnPutBack {
  readonly entry: ActivityEntry;
  /** Why the server refused it; undefined while it waits or is on its way. */
  readonly refusal: string | undefined;
}

export interface KeptPutBack {
  readonly entry: ActivityEntry;
  /** What of the row stood in the outbox before. */
  readonly known: ReadonlySet<string>;
}

/** Those the filters of the history let through, and which of them were refused. */
export function shownPutBacks(
  kept: readonly KeptPutBack[],
  items: readonly OutboxItem[],
  { kind, by }: Pick<ActivityFilters, 'kind' | 'by'>,
): readonly OwnPutBack[] {
  return kept
    .filter(
      ({ entry }) =>
        isOfKind(entry.table, kind) && (by === undefined || String(entry.by.id) === by),
    )
    .map((one) => ({ entry: one.entry, refusal: refusalOf(itemOf(one, items)) }));
}

/** The change in the outbox that carries it; it may have been merged with one that waited there before (MUT-5). */
export function itemOf(
  { entry, known }: KeptPutBack,
  items: readonly OutboxItem[],
): OutboxItem | undefined {
  return items.find(
    (item) =>
      item.table === entry.table &&
      item.rowId === entry.row &&
      !(known.has(item.id) && isRefused(item)),
  );
}

function isRefused({ state }: OutboxItem): boolean {
  return state === 'rejected' || state === 'conflict' || state === 'quarantined';
}

function refusalOf(item: OutboxItem | undefined): string | undefined {
  return item !== undefined && isRefused(item)
    ? (item.reason ?? 'The server did not accept this')
    : undefined;
}
