import type { SummaryTasksQuestion } from '../../model/protocol/summary-tasks.ts';
import type { SqlValue } from '../store/sql.ts';
import { assignedTo, concerning, type Condition, flag } from './task-search.ts';

/** Conditions of a question but for its projects and its words. */
export function filtersOf(question: SummaryTasksQuestion): readonly Condition[] {
  const { assignees, person } = question;
  return [
    ...(assignees === undefined ? [] : [anyOf(assignees.map(assignedTo))]),
    ...(person === undefined ? [] : [concerning(person)]),
    ...stateFiltersOf(question),
  ];
}

/** Those that name no people: the index for counts contains all that they read. */
export function stateFiltersOf(question: SummaryTasksQuestion): readonly Condition[] {
  const { today, statuses, created_from, created_before } = question;
  const { is_completed, is_completed_employee } = question;
  return [
    ...(statuses === undefined ? [] : [anyOf(statuses.map((one) => statusOf(one, today)))]),
    ...(is_completed === undefined ? [] : [flag('is_completed', is_completed)]),
    ...(is_completed_employee === undefined
      ? []
      : [flag('is_completed_employee', is_completed_employee)]),
    ...(created_from === undefined ? [] : [compared(`${CREATED_AT} >= ?`, created_from)]),
    ...(created_before === undefined ? [] : [compared(`${CREATED_AT} < ?`, created_before)]),
  ];
}

/** An expression: SQLite prefers the index by age to the one for counts, and then reads the rows as well. */
export const CREATED_AT = "coalesce(created_at, '')";

type Status = NonNullable<SummaryTasksQuestion['statuses']>[number];

/** As `taskStatus` derives it. */
function statusOf(status: Status, today: string): Condition {
  switch (status) {
    case 'Completed':
      return flag('is_completed', true);
    case 'Over Due':
      return compared('(is_completed = 0 and end_date < ?)', today);
    case 'WIP':
      return compared('(is_completed = 0 and (end_date is null or end_date >= ?))', today);
  }
}

function compared(text: string, value: SqlValue): Condition {
  return { text, values: [value] };
}

/** An empty list is passed by nothing. */
export function anyOf(conditions: readonly Condition[]): Condition {
  if (conditions.length === 0) return { text: '1 = 0', values: [] };
  return {
    text: `(${conditions.map(({ text }) => text).join(' or ')})`,
    values: conditions.flatMap(({ values }) => values),
  };
}
