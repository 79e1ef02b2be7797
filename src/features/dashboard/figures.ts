import { assigneesOf, timeDone } from '../../../model/entities/task.ts';
import { addDays } from '../../../model/shared/dates.ts';
import { dayAt, instantAt, type OffsetAt } from '../../data/local-time.ts';
import { taskStatus, TASK_STATUSES } from '../../../model/shared/task-status.ts';
import type { TaskSummary } from '../../data/all-tasks.ts';
import type { SummaryFigures } from '../../data/summary-tasks.ts';

/** The viewer's day and time zone; overdue tasks and weeks depend on them. */
export interface Viewer {
  /** `YYYY-MM-DD`. */
  readonly today: string;
  readonly offsetAt: OffsetAt;
}

/** One line of a breakdown: number of tasks with this value. */
export interface Share {
  /** Id of the referenced row; `none` for tasks without one. */
  readonly key: string;
  readonly count: number;
}

/** Figures of one week, Monday to Sunday. */
export interface Week {
  /** Monday of the week, `YYYY-MM-DD`. */
  readonly start: string;
  readonly created: number;
  readonly completed: number;
}

export interface Figures {
  readonly total: number;
  readonly open: number;
  readonly overdue: number;
  /** Completed by the assignee, not yet accepted by the creator. */
  readonly waiting: number;
  readonly completed: number;
  readonly byStatus: readonly Share[];
  readonly byFlag: readonly Share[];
  /** Open tasks by assignee. */
  readonly byAssignee: readonly Share[];
  readonly byCard: readonly Share[];
  readonly byProject: readonly Share[];
  /** The last twelve weeks, oldest first. */
  readonly weeks: readonly Week[];
}

export const WEEKS = 12;
export const NONE = 'none';

/** All figures of the dashboards, computed in one pass over the tasks. */
export function figuresOf(tasks: Iterable<TaskSummary>, viewer: Viewer): Figures {
  const { today, offsetAt } = viewer;
  const counts = { total: 0, overdue: 0, waiting: 0, completed: 0 };
  const status = counter();
  const flag = counter();
  const assignee = counter();
  const card = counter();
  const project = counter();
  const created = counter();
  const completed = counter();
  for (const task of tasks) {
    const state = taskStatus(task, today);
    counts.total += 1;
    if (state === 'Over Due') counts.overdue += 1;
    if (task.is_completed) counts.completed += 1;
    else if (task.is_completed_employee) counts.waiting += 1;
    status.add(state);
    flag.add(task.flag ?? NONE);
    card.add(task.card);
    project.add(task.project);
    if (!task.is_completed) for (const person of peopleOf(task)) assignee.add(person);
    created.add(weekOf(dayAt(Date.parse(task.created_at), offsetAt)));
    const doneAt = task.is_completed ? timeDone(task) : null;
    if (doneAt !== null) {
      completed.add(weekOf(dayAt(Date.parse(doneAt), offsetAt)));
    }
  }
  return {
    ...counts,
    open: counts.total - counts.completed,
    byStatus: TASK_STATUSES.map((key) => ({ key, count: status.of(key) })),
    byFlag: flag.shares(),
    byAssignee: assignee.shares(),
    byCard: card.shares(),
    byProject: project.shares(),
    weeks: lastWeeks(today).map((start) => ({
      start,
      created: created.of(start),
      completed: completed.of(start),
    })),
  };
}

/** Instants at which the weeks of the figures begin, oldest first, and the end of the last one. */
export function weekStarts({ today, offsetAt }: Viewer): readonly string[] {
  const days = lastWeeks(today);
  const end = addDays(days.at(-1) ?? today, 7);
  return [...days, end].map((day) => new Date(instantAt(day, 0, offsetAt)).toISOString());
}

/** Figures of this device with those that the server has computed for other projects. */
export function addFigures(own: Figures, further: SummaryFigures): Figures {
  const { overdue, pending, completed, waiting } = further;
  const open = overdue + pending;
  const states = { Completed: completed, 'Over Due': overdue, WIP: pending } as const;
  return {
    ...own,
    total: own.total + open + completed,
    open: own.open + open,
    overdue: own.overdue + overdue,
    waiting: own.waiting + waiting,
    completed: own.completed + completed,
    byStatus: TASK_STATUSES.map((key) => ({
      key,
      count: (own.byStatus.find((share) => share.key === key)?.count ?? 0) + states[key],
    })),
    byFlag: added(own.byFlag, further.by_flag),
    byAssignee: added(own.byAssignee, further.by_assignee),
    byProject: added(own.byProject, further.by_project),
    weeks: own.weeks.map((week, index) => ({
      ...week,
      created: week.created + (further.created[index] ?? 0),
      completed: week.completed + (further.completed_in[index] ?? 0),
    })),
  };
}

function added(own: readonly Share[], further: readonly Share[]): readonly Share[] {
  const sums = counter();
  for (const { key, count } of [...own, ...further]) sums.add(key, count);
  return sums.shares();
}

/** Monday of the week that contains the day. */
export function weekOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return addDays(day, -((date.getUTCDay() + 6) % 7));
}

function lastWeeks(today: string): readonly string[] {
  const last = weekOf(today);
  return Array.from({ length: WEEKS }, (_, index) => addDays(last, (index - WEEKS + 1) * 7));
}

function peopleOf(task: TaskSummary): readonly string[] {
  const people = assigneesOf(task);
  return people.length === 0 ? [NONE] : people;
}

function counter() {
  const counts = new Map<string, number>();
  return {
    add: (key: string, count = 1) => counts.set(key, (counts.get(key) ?? 0) + count),
    of: (key: string) => counts.get(key) ?? 0,
    /** Largest share first. */
    shares: (): readonly Share[] =>
      [...counts]
        .map(([key, count]) => ({ key, count }))
        .toSorted((left, right) => right.count - left.count || left.key.localeCompare(right.key)),
  };
}
