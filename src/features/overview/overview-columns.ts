import { localDay } from '../../../model/shared/dates.ts';
import { nameOfPerson } from '../../../model/shared/person-name.ts';
import { taskStatus } from '../../../model/shared/task-status.ts';
import type { TaskSummary } from '../../data/all-tasks.ts';
import type { Viewer } from './overview-facets.ts';
import type { Names } from './overview-names.ts';
import { assigneeNames } from './overview-rows.ts';
import type { SortKey } from './overview-search.ts';

/** A column as text: in the CSV file, and in the table where nothing else is drawn. */
interface TextColumn {
  readonly title: string;
  readonly text: (task: TaskSummary) => string;
}

export interface OverviewColumn extends TextColumn {
  readonly key: SortKey;
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
    instant === null ? '' : inMessage(localDay(Date.parse(instant), viewer.offsetMinutes));
  return [
    {
      key: 'name',
      title: specialRole ? 'Task Details' : 'Task name',
      width: { min: 156 },
      text: (task) => task.name,
    },
    {
      key: 'label',
      title: specialRole ? 'Sub-Task' : 'Task label',
      width: { min: 86 },
      text: (task) => names.labels.get(task.label ?? '') ?? '',
    },
    {
      key: 'project',
      title: specialRole ? 'Task Category' : 'Project name',
      width: { min: 86 },
      text: (task) => names.projects.get(task.project) ?? '',
    },
    {
      key: 'assignee',
      title: 'Assignee',
      width: { min: 82 },
      text: (task) => assigneeNames(task, names),
    },
    completion(
      'assignee-completed',
      'Assignee Completed',
      (task) => task.is_completed_employee,
      (task) => day(task.is_completed_emp_at),
    ),
    completion(
      'creator-completed',
      'Assigned by Completed',
      (task) => task.is_completed,
      (task) => day(task.is_completed_at),
    ),
    {
      key: 'status',
      title: 'Status',
      width: 90,
      text: (task) => taskStatus(task, viewer.today),
    },
    { key: 'start', title: 'Start date', width: 80, text: (task) => inMessage(task.start_date) },
    { key: 'end', title: 'End date', width: 80, text: (task) => inMessage(task.end_date) },
    {
      key: 'creator',
      title: 'Created by',
      width: { min: 72 },
      text: (task) => names.people.get(task.created_by) ?? nameOfPerson(null),
    },
    { key: 'created', title: 'Created date', width: 88, text: (task) => day(task.created_at) },
  ];
}

const NOT_COMPLETED = 'Not completed';

function completion(
  key: SortKey,
  title: string,
  isCompleted: (task: TaskSummary) => boolean,
  day: (task: TaskSummary) => string,
): OverviewColumn {
  const status = (task: TaskSummary) => (isCompleted(task) ? 'Completed' : NOT_COMPLETED);
  return {
    key,
    title,
    width: 96,
    text: (task) => (isCompleted(task) ? day(task) : NOT_COMPLETED),
    csv: [
      { title: `${title} status`, text: status },
      { title: `${title} date`, text: day },
    ],
  };
}

/** dd/mm/yyyy, as on Home (sessions spec, 9). */
function inMessage(date: string | null): string {
  if (date === null) return '';
  const [year, month, day] = date.split('-');
  return `${day ?? ''}/${month ?? ''}/${year ?? ''}`;
}
