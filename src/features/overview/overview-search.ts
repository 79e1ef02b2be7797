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
  'creator-completed',
  'status',
  'start',
  'end',
  'creator',
  'created',
] as const;
export type SortKey = (typeof SORT_KEYS)[number];

const optional = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.fallback(v.optional(schema), undefined);

/** A list of values; an older address has a single one. Invalid values are dropped, an empty list is no filter. */
const several = <Item>(schema: v.GenericSchema<unknown, Item>) =>
  optional(
    v.pipe(
      v.unknown(),
      v.transform((value): readonly Item[] | undefined => {
        const items = [value].flat().filter((item): item is Item => v.is(schema, item));
        return items.length === 0 ? undefined : [...new Set(items)];
      }),
    ),
  );

/** Filters, order and page, stored in the address. An invalid value is dropped; it never leads to an error page. */
export const overviewSearchSchema = v.object({
  /** Search words. */
  q: optional(v.string()),
  completed: optional(v.picklist(COMPLETED_OPTIONS)),
  status: several(v.picklist(TASK_STATUSES)),
  /** Ids of organisation users. */
  assignee: several(v.string()),
  /** Ids of projects; the parameter `project` belongs to the frame's panels. */
  of: several(v.string()),
  /** Day of creation in the viewer's time zone. */
  created: optional(calendarDateSchema),
  sort: optional(v.picklist(SORT_KEYS)),
  dir: optional(v.picklist(['asc', 'desc'])),
  page: optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
});
export type OverviewSearch = v.InferOutput<typeof overviewSearchSchema>;

/** Parameters that the filters use. */
export type Filters = Pick<
  OverviewSearch,
  'q' | 'completed' | 'status' | 'assignee' | 'of' | 'created'
>;
