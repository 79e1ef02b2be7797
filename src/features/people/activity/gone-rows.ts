import type { ActivityEntry } from '../../../data/activity.ts';

type Row = Pick<ActivityEntry, 'table' | 'row'>;

/** Names a row among all tables. */
export function rowKey({ table, row }: Row): string {
  return `${table}|${row}`;
}

/**
 * The rows that a history, newest first, has seen removed and not made again: nothing of theirs can be put back but
 * themselves. `here`: rows of this device, which somebody has made again where the history's filters leave it out.
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
