import type { Filters, OverviewSearch } from './overview-search.ts';

/** Clears every filter and resets to the first page. */
export const NO_FILTER = {
  q: undefined,
  completed: undefined,
  status: undefined,
  assignee: undefined,
  of: undefined,
  created: undefined,
  page: undefined,
} as const satisfies Partial<OverviewSearch>;

export function hasFilter({ q, completed, status, assignee, of, created }: Filters): boolean {
  return [q, completed, status, assignee, of, created].some((value) => value !== undefined);
}
