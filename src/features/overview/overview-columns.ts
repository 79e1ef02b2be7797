import { localDay } from '../../../model/shared/dates.ts';
import { nameOfPerson } from '../../../model/shared/person-name.ts';
import { taskStatus } from '../../../model/shared/task-status.ts';
import type { TaskSummary } from '../../data/all-tasks.ts';
import type { Viewer } from './overview-facets.ts';
import { assigneeNames, type Names } from './overview-rows.ts';
import type { SortKey } from './overview-search.ts';

/** Column of the overview as text; the table formats some of them, the CSV file uses the text. */
export interface OverviewColumn {
  readonly key: SortKey;
  readonly title: string;
  readonly text: (task: TaskSummary) => string;
}

/**
 * Columns in the specification's order, after the row number; each completion has a status and a date. Three
 * headings differ in organisations with special roles.
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
      text: (task) => task.name,
    },
    {
      key: 'label',
      title: specialRole ? 'Sub-Task' : 'Task label',
      text: (task) => names.labels.get(task.label ?? '') ?? '',
    },
    {
      key: 'project',
      title: specialRole ? 'Task Category' : 'Project name',
      text: (task) => names.projects.get(task.project) ?? '',
    },
    { key: 'assignee', title: 'Assignee', text: (task) => assigneeNames(task, names) },
    {
      key: 'assignee-completed',
      title: 'Assignee Completed status',
      text: (task) => (task.is_completed_employee ? 'Completed' : 'Not completed'),
    },
    {
      key: 'assignee-at',
      title: 'Assignee Completed date',
      text: (task) => day(task.is_completed_emp_at),
    },
    {
      key: 'creator-completed',
      title: 'Assigned by Completed status',
      text: (task) => (task.is_completed ? 'Completed' : 'Not completed'),
    },
    {
      key: 'creator-at',
      title: 'Assigned by Completed date',
      text: (task) => day(task.is_completed_at),
    },
    { key: 'status', title: 'Status', text: (task) => taskStatus(task, viewer.today) },
    { key: 'start', title: 'Start date', text: (task) => inMessage(task.start_date) },
    { key: 'end', title: 'End date', text: (task) => inMessage(task.end_date) },
    {
      key: 'creator',
      title: 'Created by',
      text: (task) => names.people.get(task.created_by) ?? nameOfPerson(null),
    },
    { key: 'created', title: 'Created date', text: (task) => day(task.created_at) },
  ];
}

/** dd/mm/yyyy, as on Home (sessions spec, 9). */
function inMessage(date: string | null): string {
  if (date === null) return '';
  const [year, month, day] = date.split('-');
  return `${day ?? ''}/${month ?? ''}/${year ?? ''}`;
}
