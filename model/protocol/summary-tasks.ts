import * as v from 'valibot';
import { ASKS, type Task } from '../entities/task.ts';
import { calendarDateSchema, instantSchema } from '../shared/dates.ts';
import { distinctIdsSchema, idSchema } from '../shared/ids.ts';
import { parseAt } from '../shared/parse.ts';
import { TASK_STATUSES } from '../shared/task-status.ts';
import { cleanIdSchema, searchTextSchema } from '../shared/text.ts';

/** Projects of one call, at most. */
export const MOST_PROJECTS = 20_000;
/** Tasks of one page, at most. */
export const MOST_TASKS = 500;

const placeSchema = v.strictObject({
  created_at: instantSchema,
  id: idSchema,
});

/** Question about the tasks of projects of which a device has only the summary (OUT-6). */
export const summaryTasksSchema = v.strictObject({
  projects: distinctIdsSchema(MOST_PROJECTS, `names more than ${MOST_PROJECTS}`),
  /** The day of the person who asks, for what is overdue. */
  today: calendarDateSchema,
  /** Each word is in the name of the task, its label, its project or one of its people. */
  q: v.optional(searchTextSchema),
  /** Organisation users; one of them is an assignee. */
  assignees: v.optional(distinctIdsSchema(500, 'names more than 500')),
  /** An organisation user who is assignee, creator or collaborator. */
  person: v.optional(cleanIdSchema),
  statuses: v.optional(v.pipe(v.array(v.picklist(TASK_STATUSES)), v.maxLength(3))),
  is_completed: v.optional(v.boolean()),
  is_completed_employee: v.optional(v.boolean()),
  /** Instants: the day of creation in the time zone of the person who asks. */
  created_from: v.optional(instantSchema),
  created_before: v.optional(instantSchema),
  /** True: with the number of all tasks that pass the filters. */
  counted: v.optional(v.boolean()),
  /** Instants at which weeks begin, oldest first, and the end of the last one: with figures of all tasks that pass. */
  weeks: v.optional(v.pipe(v.array(instantSchema), v.minLength(2), v.maxLength(60))),
  /** Tasks of a page. */
  most: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MOST_TASKS))),
  /** The `next` of the previous page. */
  behind: v.optional(placeSchema),
});
export type SummaryTasksQuestion = v.InferOutput<typeof summaryTasksSchema>;
export type SummaryTaskPlace = v.InferOutput<typeof placeSchema>;

const textOrNull = v.nullable(v.string());
const ids = v.array(v.string());

/** Fields of a task that lists over many projects show: all but its long text. */
const summaryTaskSchema = v.object({
  id: v.string(),
  name: v.string(),
  project: v.string(),
  card: v.string(),
  label: textOrNull,
  flag: textOrNull,
  assigned_to: textOrNull,
  assigned_users: ids,
  ticks: v.record(v.string(), v.string()),
  asks: v.array(v.picklist(ASKS)),
  collaborators: ids,
  created_by: v.string(),
  created_at: v.string(),
  start_date: textOrNull,
  end_date: textOrNull,
  is_completed: v.boolean(),
  is_completed_at: textOrNull,
  is_completed_employee: v.boolean(),
  is_completed_emp_at: textOrNull,
});
export type SummaryTask = v.InferOutput<typeof summaryTaskSchema>;

export function summaryOf(task: Task): SummaryTask {
  return v.parse(summaryTaskSchema, task);
}

const sharesSchema = v.array(v.object({ key: v.string(), count: v.number() }));

export const summaryCountsSchema = v.object({
  overdue: v.number(),
  pending: v.number(),
  completed: v.number(),
});
export type SummaryCounts = v.InferOutput<typeof summaryCountsSchema>;

export const summaryFiguresSchema = v.object({
  ...summaryCountsSchema.entries,
  /** Completed by the assignee, not yet accepted by the creator. */
  waiting: v.number(),
  /** By id; tasks without one count for `none`. */
  by_flag: sharesSchema,
  by_project: sharesSchema,
  /** Open tasks by assignee. */
  by_assignee: sharesSchema,
  /** For each week of the question. */
  created: v.array(v.number()),
  completed_in: v.array(v.number()),
});
export type SummaryFigures = v.InferOutput<typeof summaryFiguresSchema>;

export const summaryTasksAnswerSchema = v.object({
  counts: v.nullable(summaryCountsSchema),
  figures: v.nullable(summaryFiguresSchema),
  tasks: v.array(summaryTaskSchema),
  /** Where the next page begins; null at the end. A page may have fewer tasks than asked for. */
  next: v.nullable(placeSchema),
});
export type SummaryTasksAnswer = v.InferOutput<typeof summaryTasksAnswerSchema>;

/** Parses a whole response. Throws CairnError `invalid`. */
export const parseSummaryTasks = (answer: unknown): SummaryTasksAnswer =>
  parseAt(v.looseObject({ data: summaryTasksAnswerSchema }), answer).data;
