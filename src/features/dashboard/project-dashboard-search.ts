import * as v from 'valibot';

/** The four tabs (sessions spec, 2 "Demo project dashboard"). */
export const TABS = ['dashboard', 'overview', 'list', 'files'] as const;
export type Tab = (typeof TABS)[number];

export const SORTS = [
  'name',
  'stage',
  'assignee',
  'flag',
  'label',
  'start',
  'due',
  'status',
  'employee',
  'accepted',
  'creator',
  'created',
] as const;
export type SortKey = (typeof SORTS)[number];

export const projectDashboardSchema = v.object({
  /** Undefined: the dashboard. */
  tab: v.fallback(v.optional(v.picklist(TABS)), undefined),
  /** The sign-off report in place of the tabs: `task:<id>`, `card:<id>` or `all`. */
  report: v.fallback(v.optional(v.string()), undefined),
  /** First and last day of the report; undefined: no limit. The report checks them: every page loads this schema. */
  from: v.fallback(v.optional(v.string()), undefined),
  to: v.fallback(v.optional(v.string()), undefined),
  /** Undefined: by creation, newest first. */
  sort: v.fallback(v.optional(v.picklist(SORTS)), undefined),
  dir: v.fallback(v.optional(v.picklist(['asc', 'desc'])), undefined),
});
export type ProjectDashboardSearch = v.InferOutput<typeof projectDashboardSchema>;
