/** Rows on one page of the organisation's task overview, on screen and in `task/get/list/` (sessions spec, 9). */
export const ITEMS_PER_PAGE = 50;
