import { useCallback } from 'react';
import type { TableSort } from '../../ui/tables/use-data-table.ts';
import type { TabProps } from './organization-search.ts';

/** Sort order of the table, stored in the address. */
export function useSort(
  { search, onSearch }: TabProps,
  first: string,
): readonly [TableSort, (sort: TableSort) => void] {
  const text = search.sort ?? first;
  const sort = { key: text.replace(/^-/, ''), descending: text.startsWith('-') };
  const change = useCallback(
    ({ key, descending }: TableSort) => {
      const next = `${descending ? '-' : ''}${key}`;
      onSearch({ sort: next === first ? undefined : next });
    },
    [first, onSearch],
  );
  return [sort, change];
}

/** True when every typed word occurs in the texts, whatever its case and position. */
export function matches(query: string | undefined, ...texts: readonly string[]): boolean {
  const all = texts.join(' ').toLowerCase();
  return (query ?? '')
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
