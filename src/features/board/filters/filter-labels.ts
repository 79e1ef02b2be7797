import { type Message, message } from '../../../i18n/i18n.ts';
import type { DueFilter } from '../../../data/due-filters.ts';
import type { TaskFilter } from '../../../data/task-filter.ts';

export const DUE_LABELS: Readonly<Record<DueFilter, Message>> = {
  overdue: message('Overdue'),
  today: message('Due today'),
  week: message('Due within a week'),
  none: message('No due date'),
};

export const NO_FILTER: TaskFilter = {
  q: undefined,
  who: undefined,
  flag: undefined,
  label: undefined,
  due: undefined,
};

/** Number of set filters, not counting the search. */
export function choicesOf({ who, flag, label, due }: TaskFilter): number {
  return [who, flag, label, due].filter((value) => value !== undefined).length;
}
