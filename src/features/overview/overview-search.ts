import * as v from 'valibot';
import { calendarDateSchema } from '../../../model/shared/dates.ts';
import { TASK_STATUSES } from '../../../model/shared/task-status.ts';

/** The six options of "completed status" (sessions spec, 9); All is the absence of a filter. */
export const COMPLETED_OPTIONS = [
  'Assignee completed',
  'Assignee Not completed',
  'Assigned by completed',
  'Assigned Not completed',
  'Both Completed',
] as const;
export type CompletedOption = (typeof COMPLETED_OPTIONS)[number];

/** Sort keys of the columns. */
export const SORT_KEYS = [
  'name',
  'label',
  'project',
  'assignee',
  'assignee-completed',
  'assignee-at',
  'creator-completed',
  'creator-at',
  'status',
  'start',
  'end',
  'creator',
  'created',
] as const;
export type SortKey = (typeof SORT_KEYS)[number];

const optional = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.fallback(v.optional(schema), undefined);

/** Filters, order and page, stored in the address. An invalid value is dropped; it never leads to an error page. */
export const overviewSearchSchema = v.object({
  completed: optional(v.picklist(COMPLETED_OPTIONS)),
  status: optional(v.picklist(TASK_STATUSES)),
  /** Id of an organisation user. */
  assignee: optional(v.string()),
  /** Id of a project; the parameter `project` belongs to the frame's panels. */
  of: optional(v.string()),
  /** Day of creation in the viewer's time zone. */
  created: optional(calendarDateSchema),
  sort: optional(v.picklist(SORT_KEYS)),
  dir: optional(v.picklist(['asc', 'desc'])),
  page: optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
});
export type OverviewSearch = v.InferOutput<typeof overviewSearchSchema>;

/** Parameters that the filters use. */
export type Filters = Pick<OverviewSearch, 'completed' | 'status' | 'assignee' | 'of' | 'created'>;

/** Clears every filter and resets to the first page. */
export const NO_FILTER = {
  completed: undefined,
  status: undefined,
  assignee: undefined,
  of: undefined,
  created: undefined,
  page: undefined,
} as const satisfies Partial<OverviewSearch>;

export function hasFilter({ completed, status, assignee, of, created }: Filters): boolean {
  return [completed, status, assignee, of, created].some((value) => value !== undefined);
}
