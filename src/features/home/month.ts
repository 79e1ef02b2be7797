import { type Task, timeDone } from '../../../model/entities/task.ts';
import { dayAt, type OffsetAt } from '../../data/local-time.ts';
import { i18n } from '../../i18n/i18n.ts';
import { locale } from '../../ui/text/locale.ts';

/** `YYYY-MM`, or `all`. */
export type MonthChoice = string;
export const ALL_MONTHS = 'all';

/** Number of months offered before and after the current one. */
const BACK = 6;
const AHEAD = 6;

type Dated = Pick<
  Task,
  | 'start_date'
  | 'end_date'
  | 'is_completed'
  | 'is_completed_at'
  | 'is_completed_employee'
  | 'is_completed_emp_at'
>;

interface Viewer {
  /** Today in the viewer's time zone, `YYYY-MM-DD`. */
  readonly today: string;
  readonly offsetAt: OffsetAt;
}

/**
 * True when a task belongs to the chosen month. A completed one counts in the month in which it was done. The current month contains every open task, whatever its
 * dates, so that none is overlooked, and tasks completed in it. Another month contains tasks whose dates lie
 * in it and tasks completed in it.
 */
export function isInMonth(task: Dated, month: MonthChoice, viewer: Viewer): boolean {
  if (month === ALL_MONTHS) return true;
  if (task.is_completed) {
    const doneAt = timeDone(task);
    if (doneAt === null) return false;
    const day = dayAt(Date.parse(doneAt), viewer.offsetAt);
    return day.startsWith(month);
  }
  if (month === viewer.today.slice(0, 7)) return true;
  const first = task.start_date ?? task.end_date;
  const last = task.end_date ?? task.start_date;
  if (first === null || last === null) return false;
  return first.slice(0, 7) <= month && month <= last.slice(0, 7);
}

/** Options: all, then months in ascending order with the current one marked; a month from the address is added. */
export function monthChoices(
  today: string,
  chosen: MonthChoice,
): readonly { readonly value: MonthChoice; readonly label: string }[] {
  const around = Array.from({ length: BACK + AHEAD + 1 }, (_, index) =>
    monthAway(today, index - BACK),
  );
  const isListed = chosen === ALL_MONTHS || around.includes(chosen);
  const months = isListed ? around : [...around, chosen].toSorted();
  return [
    { value: ALL_MONTHS, label: i18n.t('All months') },
    ...months.map((month) => ({
      value: month,
      label:
        month === today.slice(0, 7)
          ? i18n.t('{month} (this month)', { month: formatMonth(month) })
          : formatMonth(month),
    })),
  ];
}

function monthAway(today: string, away: number): MonthChoice {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + away, 1)).toISOString().slice(0, 7);
}

function formatMonth(month: MonthChoice): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString(locale(), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
