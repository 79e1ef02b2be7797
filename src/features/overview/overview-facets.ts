import { addDays } from '../../../model/shared/dates.ts';
import { instantAt, type OffsetAt } from '../../data/local-time.ts';
import { assigneesOf } from '../../../model/entities/task.ts';
import { TASK_STATUSES, taskStatus } from '../../../model/shared/task-status.ts';
import type { TaskSummary } from '../../data/all-tasks.ts';
import { type Names, searchTest } from './overview-names.ts';
import type { CompletedOption, Filters } from './overview-search.ts';

/** The viewer's day and time zone; overdue and the created filter depend on them. */
export interface Viewer {
  readonly today: string;
  readonly offsetAt: OffsetAt;
}

/**
 * Tasks that pass the filters, in their order. Most filters read two numeric arrays that are built once for a
 * list of tasks: reading 50,000 rows again would take as long as everything else that a click does.
 */
export function filteredTasks(
  ordered: readonly TaskSummary[],
  search: Filters,
  { names, viewer }: { readonly names: Names; readonly viewer: Viewer },
): TaskSummary[] {
  const facets = facetsOf(ordered, viewer.today);
  const marks = passingMarks(search);
  // Tasks of an archived project are hidden.
  const shown = facets.ids.map(
    (id) => names.projects.has(id) && (search.of === undefined || search.of.includes(id)),
  );
  const fits = asksFurther(search, viewer);
  const isFound = search.q === undefined ? undefined : searchTest(search.q, ordered, names);
  const kept: TaskSummary[] = [];
  for (const [index, task] of ordered.entries()) {
    const isMarked = marks[facets.marks[index] ?? 0] === true;
    if (!isMarked || shown[facets.project[index] ?? 0] !== true || !fits(task)) continue;
    if (isFound === undefined || isFound(task, index)) kept.push(task);
  }
  return kept;
}

/** Values of the tasks that the filters read, by the task's index. */
interface Facets {
  readonly today: string;
  /** Both completions and the status as one number: see `markOf`. */
  readonly marks: Uint8Array;
  /** Indices into `ids`. */
  readonly project: Uint32Array;
  readonly ids: readonly string[];
}

const FACETS = new WeakMap<readonly TaskSummary[], Facets>();

function facetsOf(ordered: readonly TaskSummary[], today: string): Facets {
  const known = FACETS.get(ordered);
  if (known?.today === today) return known;
  const marks = new Uint8Array(ordered.length);
  const project = new Uint32Array(ordered.length);
  const places = new Map<string, number>();
  for (const [index, task] of ordered.entries()) {
    marks[index] = markOf(task, today);
    const place = places.get(task.project) ?? places.size;
    places.set(task.project, place);
    project[index] = place;
  }
  const facets = { today, marks, project, ids: [...places.keys()] };
  FACETS.set(ordered, facets);
  return facets;
}

type Marked = Pick<TaskSummary, 'is_completed' | 'is_completed_employee' | 'end_date'>;

/** Status in the higher bits; the assignee's and the creator's completion in the two lowest. */
function markOf(task: Marked, today: string): number {
  const status = TASK_STATUSES.indexOf(taskStatus(task, today));
  return status * 4 + (task.is_completed_employee ? 2 : 0) + (task.is_completed ? 1 : 0);
}

/** For each mark, true when it passes the completion and status filters. */
function passingMarks({ completed, status }: Filters): readonly boolean[] {
  return TASK_STATUSES.flatMap((one) =>
    [0, 1, 2, 3].map((bits) => {
      const done = { is_completed: (bits & 1) !== 0, is_completed_employee: (bits & 2) !== 0 };
      const isCompleted = completed === undefined || COMPLETED[completed](done);
      return isCompleted && (status === undefined || status.includes(one));
    }),
  );
}

type Completion = Pick<TaskSummary, 'is_completed' | 'is_completed_employee'>;

const COMPLETED: Readonly<Record<CompletedOption, (task: Completion) => boolean>> = {
  'Assignee completed': (task) => task.is_completed_employee,
  'Assignee Not completed': (task) => !task.is_completed_employee,
  'Assigned by completed': (task) => task.is_completed,
  'Assigned Not completed': (task) => !task.is_completed,
  'Both Completed': (task) => task.is_completed && task.is_completed_employee,
};

function asksFurther({ assignee, created }: Filters, viewer: Viewer) {
  const day = created === undefined ? undefined : instantsOf(created, viewer.offsetAt);
  return (task: TaskSummary): boolean => {
    if (assignee !== undefined && !assigneesOf(task).some((id) => assignee.includes(id))) {
      return false;
    }
    return day === undefined || (task.created_at >= day.from && task.created_at < day.to);
  };
}

/**
 * Calendar day of the viewer as a range of UTC instants, compared as text: parsing 50,000 dates would take
 * longer than everything else.
 */
export function instantsOf(day: string, offsetAt: OffsetAt) {
  const startOf = (date: string) => new Date(instantAt(date, 0, offsetAt)).toISOString();
  return { from: startOf(day), to: startOf(addDays(day, 1)) };
}
