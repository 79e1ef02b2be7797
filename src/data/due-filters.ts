/** The choices of a board's filter by end date. Apart from the filter itself: every address knows them. */
export const DUE_FILTERS = ['overdue', 'today', 'week', 'none'] as const;
export type DueFilter = (typeof DUE_FILTERS)[number];
