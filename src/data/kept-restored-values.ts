import { ownLineOf } from '../../model/protocol/account.ts';
import { isOfKind } from '../../model/shared/activity-kinds.ts';
import type { ActivityEntry, ActivityFilters, OutboxItem } from '../../sync/client/index.ts';
import { i18n } from '../i18n/i18n.ts';

/** Value restored on this device that the server's activity log does not contain yet. */
export interface OwnRestoredValue {
  readonly entry: ActivityEntry;
  /** Reason of the rejection; undefined while the change is pending. */
  readonly refusal: string | undefined;
}

/** Entry of the activity log stored with the mutation in the outbox, so that it survives a reload. */
export interface KeptRestoredValue {
  readonly id: string;
  readonly entry: ActivityEntry;
}

/** Restored values that pass the filters of the activity log, with the reason when they were rejected. */
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

/** Outbox item that contains the entry; the item may be merged with an earlier one (MUT-5). */
export function itemOf(
  { id }: KeptRestoredValue,
  items: readonly OutboxItem[],
): OutboxItem | undefined {
  return items.find((item) => item.lines.some((line) => ownLineOf(line)?.id === id));
}

/** Adds entries from the outbox that were restored before this page was loaded or in another tab; newest first. */
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
    ? (item.reason ?? i18n.t('The server did not accept this'))
    : undefined;
}
