import type { ReminderSources } from '../../sync/client/index.ts';
import type { Task } from '../../model/entities/task.ts';
import { planOf, type Todo } from '../../model/entities/todo.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import { isAssignee } from '../../model/permissions/task.ts';
import { addDays } from '../../model/shared/dates.ts';
import { instantAt, type OffsetAt } from './local-time.ts';
import { hasTicked } from './task-completion.ts';

/** A due date that is near, or the reminder of a todo. */
export interface Reminder {
  /** Id of the task or todo. */
  readonly id: string;
  readonly kind: 'task' | 'todo';
  readonly name: string;
  /** Id of the task's project. */
  readonly project: string | undefined;
  /** Due date as `YYYY-MM-DD`; null for the reminder of a todo at a time. */
  readonly due: string | null;
  /** Moment of the reminder in milliseconds. */
  readonly at: number;
  readonly isRead: boolean;
}

interface ReminderInput extends ReminderSources {
  readonly actor: Actor;
  /** Active projects; tasks of others are left out. */
  readonly projects: ReadonlyMap<string, unknown>;
  /** Milliseconds by the device's clock. */
  readonly now: number;
  readonly offsetAt: OffsetAt;
}

/** Minutes after midnight at which a day's reminders come, by the device's clock. */
export const MORNING = 9 * 60;
/** Milliseconds for which a reminder is listed. */
const LISTED = 7 * 24 * 60 * 60_000;

/**
 * Reminders whose moment has passed, the latest first, one a task or todo: on the morning of the day before a due date
 * and of the day itself, and at the time that a todo names. A moment before the task existed reminds nobody, nor one of
 * a task that is muted, put off, or ticked by the person.
 */
export function remindersOf(input: ReminderInput): readonly Reminder[] {
  const { actor, projects, now } = input;
  const putOff = new Set(
    input.snoozes.filter(({ until }) => Date.parse(until) > now).map(({ task }) => task),
  );
  const tasks = input.tasks.filter(
    (task) =>
      projects.has(task.project) &&
      isAssignee(actor, task) &&
      !hasTicked(task, actor) &&
      !putOff.has(task.id) &&
      !input.mutedTasks.has(task.id) &&
      !input.mutedProjects.has(task.project),
  );
  const readUpTo = new Map(input.reads.map(({ id, read_at }) => [id, Date.parse(read_at)]));
  const reminders = [
    ...tasks.flatMap((task) => ofTask(task, input)),
    ...input.todos.flatMap((todo) => ofTodo(todo, input)),
  ];
  return reminders
    .filter(({ at }) => at > now - LISTED)
    .map((one) => ({ ...one, isRead: one.at <= (readUpTo.get(one.id) ?? 0) }))
    .toSorted((left, right) => right.at - left.at);
}

type Unmarked = Omit<Reminder, 'isRead'>;

function ofTask(task: Task, input: ReminderInput): readonly Unmarked[] {
  const { id, name, project, end_date: due } = task;
  const since = Date.parse(task.created_at);
  const at = latest(due === null ? [] : morningsOf(due, input), since, input.now);
  return at === undefined ? [] : [{ id, kind: 'task', name, project, due, at }];
}

function ofTodo(todo: Todo, input: ReminderInput): readonly Unmarked[] {
  const { id, name } = todo;
  const { due_date, remind_at } = planOf(todo);
  const since = Date.parse(todo.made_at);
  const byDate = latest(due_date === null ? [] : morningsOf(due_date, input), since, input.now);
  const asked = remind_at === null ? Infinity : Date.parse(remind_at);
  const isAsked = asked <= input.now && asked >= (byDate ?? 0);
  const at = isAsked ? asked : byDate;
  if (at === undefined) return [];
  return [{ id, kind: 'todo', name, project: undefined, due: isAsked ? null : due_date, at }];
}

function morningsOf(due: string, { offsetAt }: ReminderInput): readonly number[] {
  return [addDays(due, -1), due].map((day) => instantAt(day, MORNING, offsetAt));
}

/** The latest moment until now that is not before `since`. */
function latest(moments: readonly number[], since: number, now: number): number | undefined {
  return moments.findLast((moment) => moment <= now && moment >= since);
}
