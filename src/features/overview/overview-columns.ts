import { dayAt } from '../../data/local-time.ts';
import { nameOfPerson } from '../../data/person-name.ts';
import { taskStatus } from '../../../model/shared/task-status.ts';
import { i18n, type Message, message } from '../../i18n/i18n.ts';
import type { TaskSummary } from '../../data/all-tasks.ts';
import { dateInTable } from '../../ui/text/date-format.ts';
import type { Viewer } from './overview-facets.ts';
import type { Names } from './overview-names.ts';
import { assigneeNames } from './overview-rows.ts';
import type { SortKey } from './overview-search.ts';

/** A column of the CSV file. */
interface TextColumn {
  readonly title: string;
  readonly text: (task: TaskSummary) => string;
}

export interface OverviewColumn {
  readonly key: SortKey;
  readonly title: Message;
  /** Text in the CSV file, and in the table where nothing else is drawn. */
  readonly text: (task: TaskSummary) => string;
  /** Pixels; a minimum is also the column's share of the space that is left. */
  readonly width: number | { readonly min: number };
  /** Columns of the CSV file, where they are not this one. */
  readonly csv?: readonly TextColumn[];
}

/** Width of the row number, which is in front of the columns. Pixels. */
export const NUMBER_WIDTH = 44;

/**
 * Columns in the specification's order, after the row number; a completion is one column, and two in the CSV file.
 * Three headings differ in organisations with special roles.
 */
export function overviewColumns(
  specialRole: boolean,
  names: Names,
  viewer: Viewer,
): readonly OverviewColumn[] {
  const day = (instant: string | null) =>
    instant === null ? '' : dateInTable(dayAt(Date.parse(instant), viewer.offsetAt));
  return [
    {
      key: 'name',
      title: specialRole ? message('Task Details') : message('Task name'),
      width: { min: 156 },
      text: (task) => task.name,
    },
    {
      key: 'label',
      title: specialRole ? message('Sub-Task') : message('Task label'),
      width: { min: 86 },
      text: (task) => names.labels.get(task.label ?? '') ?? '',
    },
    {
      key: 'project',
      title: specialRole ? message('Task Category') : message('Project name'),
      width: { min: 86 },
      text: (task) => names.projects.get(task.project) ?? '',
    },
    {
      key: 'assignee',
      title: message('Assignee'),
      width: { min: 82 },
      text: (task) => assigneeNames(task, names),
    },
    completion(
      'assignee-completed',
      message('Assignee Completed'),
      (task) => task.is_completed_employee,
      (task) => day(task.is_completed_emp_at),
    ),
    completion(
      'creator-completed',
      message('Assigned by Completed'),
      (task) => task.is_completed,
      (task) => day(task.is_completed_at),
    ),
    {
      key: 'status',
      title: message('Status'),
      width: 90,
      text: (task) => taskStatus(task, viewer.today),
    },
    {
      key: 'start',
      title: message('Start date'),
      width: 80,
      text: (task) => dateOf(task.start_date),
    },
    { key: 'end', title: message('End date'), width: 80, text: (task) => dateOf(task.end_date) },
    {
      key: 'creator',
      title: message('Created by'),
      width: { min: 72 },
      text: (task) => names.people.get(task.created_by) ?? nameOfPerson(null),
    },
    {
      key: 'created',
      title: message('Created date'),
      width: 88,
      text: (task) => day(task.created_at),
    },
  ];
}

function completion(
  key: SortKey,
  title: Message,
  isCompleted: (task: TaskSummary) => boolean,
  day: (task: TaskSummary) => string,
): OverviewColumn {
  const status = (task: TaskSummary) => (isCompleted(task) ? 'Completed' : 'Not completed');
  return {
    key,
    title,
    width: 96,
    text: (task) => (isCompleted(task) ? day(task) : i18n.t('Not completed')),
    csv: [
      { title: `${title.id} status`, text: status },
      { title: `${title.id} date`, text: day },
    ],
  };
}

function dateOf(date: string | null): string {
  return date === null ? '' : dateInTable(date);
}
