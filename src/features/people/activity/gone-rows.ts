import type { ActivityEntry } from '../../../data/activity.ts';

type Row = Pick<ActivityEntry, 'table' | 'row'>;

/** Key of a row among all tables. */
export function rowKey({ table, row }: Row): string {
  return `${table}|${row}`;
}

/**
 * Rows that the log, newest first, shows as removed and not created again: they can be restored only as a
 * whole. `here`: rows on this device, which may have been created again outside the log's filters.
 */
export function goneRows(
  entries: readonly (Row & Pick<ActivityEntry, 'action'>)[],
  here: readonly Row[],
): ReadonlySet<string> {
  const gone = new Set<string>();
  const decided = new Set(here.map(rowKey));
  for (const entry of entries) {
    const key = rowKey(entry);
    if (entry.action === 'removed' && !decided.has(key)) gone.add(key);
    if (entry.action !== 'changed') decided.add(key);
  }
  return gone;
}
