import type { Task } from '../../../../model/entities/task.ts';
import { locale, onFirstUse } from '../../../ui/text/locale.ts';

const DAY = 86_400_000;
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
const TEXTS = onFirstUse(
  () => new Intl.DateTimeFormat(locale(), { timeZone: 'UTC', month: 'long', year: 'numeric' }),
);

/** Month from the address, else the current one; `YYYY-MM`. */
export function monthOf(asked: string | undefined, today: string): string {
  return asked !== undefined && MONTH.test(asked) ? asked : today.slice(0, 7);
}

/** `November 2026`. */
export function formatMonth(month: string): string {
  return TEXTS().format(new Date(`${month}-01T00:00:00Z`));
}

export function monthAfter(month: string, steps: number): string {
  const first = new Date(`${month}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + steps);
  return first.toISOString().slice(0, 7);
}

/** Weeks of a month, Monday to Sunday, as calendar dates. */
export function weeksOf(month: string): readonly (readonly string[])[] {
  const first = `${month}-01`;
  const weekday = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7;
  const start = dayAfter(first, -weekday);
  const last = dayAfter(`${monthAfter(month, 1)}-01`, -1);
  const weeks: string[][] = [];
  for (let day = start; day <= last; day = dayAfter(day, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, index) => dayAfter(day, index)));
  }
  return weeks;
}

export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

/** Task that is moved to another day. */
export interface MovingDay {
  readonly task: Task;
  readonly day: string;
}

/** Tasks by end date, open ones first; a moved task is listed on its target day. */
export function tasksByDay(
  tasks: readonly Task[],
  moving: MovingDay | undefined,
): ReadonlyMap<string, readonly Task[]> {
  const days = new Map<string, Task[]>();
  for (const task of tasks) {
    const day = task.id === moving?.task.id ? moving.day : task.end_date;
    if (day === null) continue;
    const others = days.get(day);
    if (others === undefined) days.set(day, [task]);
    else others.push(task);
  }
  for (const all of days.values()) {
    all.sort((left, right) => Number(left.is_completed) - Number(right.is_completed));
  }
  return days;
}

/** Tasks of a day that fit, one line being used by the "more" button; a moved task is among them. */
export function shownOf(
  tasks: readonly Task[],
  room: number,
  moving: string | undefined,
): readonly Task[] {
  if (tasks.length <= room) return tasks;
  const first = tasks.slice(0, room - 1);
  const carried = tasks.find(({ id }) => id === moving);
  return carried === undefined || first.includes(carried)
    ? first
    : [...first.slice(0, -1), carried];
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
};

/** Days by which an arrow key moves a lifted task. */
export function stepOf(key: string): number | undefined {
  return STEPS[key];
}
