/**
 * Months after its last change for which a completed or archived task keeps its details (comments, subtasks, files) on
 * each device by itself, in organisations whose details are too many for a device (`detail_months`).
 */
export const DETAIL_MONTHS = [1, 3, 6, 12, 24, 60] as const;
/** Where the organisation has chosen none. */
export const DEFAULT_DETAIL_MONTHS = 6;
