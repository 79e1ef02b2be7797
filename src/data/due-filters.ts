/** Options of a board's filter by end date. In a file of its own because every address is parsed with them. */
export const DUE_FILTERS = ['overdue', 'today', 'week', 'none'] as const;
export type DueFilter = (typeof DUE_FILTERS)[number];
