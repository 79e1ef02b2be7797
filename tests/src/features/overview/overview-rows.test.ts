import { describe, expect, it } from 'vitest';
import type { TaskSummary } from '../../../../src/data/all-tasks.ts';
import { overviewColumns } from '../../../../src/features/overview/overview-columns.ts';
import { overviewCsv } from '../../../../src/features/overview/overview-csv.ts';
import { instantsOf } from '../../../../src/features/overview/overview-facets.ts';
import { overviewRows, sortedByAge } from '../../../../src/features/overview/overview-rows.ts';
import type { OverviewSearch } from '../../../../src/features/overview/overview-search.ts';

const VIEWER = { today: '2026-11-21', offsetAt: () => -60 };
const NAMES = {
  people: new Map([
    ['1', 'Ailsa'],
    ['2', 'Brodie'],
  ]),
  labels: new Map([['l1', 'Survey']]),
  projects: new Map([
    ['p1', 'Footbridge'],
    ['p2', 'Archive'],
  ]),
};

function task(name: string, fields: Partial<TaskSummary> = {}): TaskSummary {
  return {
    id: name,
    name,
    project: 'p1',
    card: 'c',
    label: null,
    flag: null,
    assigned_to: '1',
    assigned_users: [],
    ticks: {},
    asks: [],
    collaborators: [],
    created_by: '2',
    created_at: '2026-11-20T09:00:00.000Z',
    start_date: null,
    end_date: null,
    is_completed: false,
    is_completed_at: null,
    is_completed_employee: false,
    is_completed_emp_at: null,
    ...fields,
  };
}

const listed = (tasks: readonly TaskSummary[], search: Partial<OverviewSearch> = {}) =>
  overviewRows(
    sortedByAge(tasks),
    { ...EVERYTHING, ...search },
    { names: NAMES, viewer: VIEWER },
  ).map(({ name }) => name);

const EVERYTHING: OverviewSearch = {
  q: undefined,
  completed: undefined,
  status: undefined,
  assignee: undefined,
  of: undefined,
  created: undefined,
  sort: undefined,
  dir: undefined,
  page: undefined,
};

describe('the overview of all tasks', () => {
  it('has six completion options', () => {
    const tasks = [
      task('none'),
      task('worker', { is_completed_employee: true }),
      task('creator', { is_completed: true }),
      task('both', { is_completed: true, is_completed_employee: true }),
    ];
    const by = (completed: OverviewSearch['completed']) => listed(tasks, { completed }).toSorted();
    expect(by(undefined)).toEqual(['both', 'creator', 'none', 'worker']);
    expect(by('Assignee completed')).toEqual(['both', 'worker']);
    expect(by('Assignee Not completed')).toEqual(['creator', 'none']);
    expect(by('Assigned by completed')).toEqual(['both', 'creator']);
    expect(by('Assigned Not completed')).toEqual(['none', 'worker']);
    expect(by('Both Completed')).toEqual(['both']);
  });

  it("derives the status by the viewer's day: due today is not overdue, completed is completed even when late", () => {
    const tasks = [
      task('yesterday', { end_date: '2026-11-20' }),
      task('today', { end_date: '2026-11-21' }),
      task('no date'),
      task('late but done', { end_date: '2026-11-01', is_completed: true }),
    ];
    expect(listed(tasks, { status: ['Over Due'] })).toEqual(['yesterday']);
    expect(listed(tasks, { status: ['WIP'] }).toSorted()).toEqual(['no date', 'today']);
    expect(listed(tasks, { status: ['Completed'] })).toEqual(['late but done']);
    expect(listed(tasks, { status: ['Completed', 'Over Due'] })).toEqual([
      'yesterday',
      'late but done',
    ]);
  });

  it("filters by assignees, also among several, by projects, and by day of creation in the viewer's time zone", () => {
    const tasks = [
      task('alone', { assigned_to: '2' }),
      task('together', { assigned_to: null, assigned_users: ['1', '2'], project: 'p2' }),
      task('late evening', { created_at: '2026-11-20T23:30:00.000Z' }),
    ];
    expect(listed(tasks, { assignee: ['2'] }).toSorted()).toEqual(['alone', 'together']);
    expect(listed(tasks, { assignee: ['2', '1'] })).toHaveLength(3);
    expect(listed(tasks, { assignee: ['2'], of: ['p2'] })).toEqual(['together']);
    expect(listed(tasks, { assignee: ['2'], of: ['p2', 'p1'] })).toHaveLength(2);
    // 23:30 UTC is already the next day one hour east.
    expect(listed(tasks, { created: '2026-11-21' })).toEqual(['late evening']);
  });

  it('a day has the hours that the clocks showed on it, also 23 and 25', () => {
    const berlin = (at: number) =>
      at < Date.parse('2026-03-29T01:00:00Z') || at >= Date.parse('2026-10-25T01:00:00Z')
        ? -60
        : -120;
    expect(instantsOf('2026-01-15', berlin).from).toBe('2026-01-14T23:00:00.000Z');
    expect(instantsOf('2026-03-29', berlin)).toEqual({
      from: '2026-03-28T23:00:00.000Z',
      to: '2026-03-29T22:00:00.000Z',
    });
    expect(instantsOf('2026-10-25', berlin)).toEqual({
      from: '2026-10-24T22:00:00.000Z',
      to: '2026-10-25T23:00:00.000Z',
    });
  });

  it('shows the newest first, and sorts by any column with missing values last in both directions', () => {
    const tasks = [
      task('b', { end_date: '2026-12-01', created_at: '2026-11-18T09:00:00.000Z' }),
      task('C', { end_date: null, created_at: '2026-11-19T09:00:00.000Z' }),
      task('a', { end_date: '2026-11-30', project: 'p2' }),
    ];
    expect(listed(tasks)).toEqual(['a', 'C', 'b']);
    expect(listed(tasks, { sort: 'name' })).toEqual(['a', 'b', 'C']);
    expect(listed(tasks, { sort: 'end' })).toEqual(['a', 'b', 'C']);
    expect(listed(tasks, { sort: 'end', dir: 'desc' })).toEqual(['b', 'a', 'C']);
    expect(listed(tasks, { sort: 'project' })).toEqual(['a', 'C', 'b']);
  });

  it('recomputes the values that depend on day, names or order when one of them changes', () => {
    const tasks = sortedByAge([
      task('b', { end_date: '2026-11-20', created_at: '2026-11-18T09:00:00.000Z' }),
      task('a', { end_date: '2026-11-21', assigned_to: '2' }),
    ]);
    const names = (search: Partial<OverviewSearch>, context = { names: NAMES, viewer: VIEWER }) =>
      overviewRows(tasks, { ...EVERYTHING, ...search }, context).map(({ name }) => name);
    expect(names({ status: ['Over Due'] })).toEqual(['b']);
    const tomorrow = { ...VIEWER, today: '2026-11-22' };
    expect(names({ status: ['Over Due'] }, { names: NAMES, viewer: tomorrow })).toEqual(['a', 'b']);
    expect(names({ sort: 'assignee' })).toEqual(['b', 'a']);
    expect(names({ sort: 'assignee', dir: 'desc' })).toEqual(['a', 'b']);
    expect(names({ sort: 'name' })).toEqual(['a', 'b']);
    expect(names({ dir: 'asc' })).toEqual(['b', 'a']);
    const people = new Map([...NAMES.people, ['2', 'Aaron'] as const]);
    const renamed = { names: { ...NAMES, people }, viewer: VIEWER };
    expect(names({ sort: 'assignee' })).toEqual(['b', 'a']);
    expect(names({ sort: 'assignee' }, renamed)).toEqual(['a', 'b']);
  });

  it('omits the tasks of archived projects', () => {
    expect(listed([task('here'), task('put away', { project: 'archived' })])).toEqual(['here']);
  });

  it('finds every word in the name of the task, its label, its project or its people', () => {
    const tasks = sortedByAge([
      task('Prüfe die Seile', { label: 'l1', assigned_to: null }),
      task('Check the ropes', { project: 'p2', created_by: '1' }),
    ]);
    const found = (q: string, names = NAMES) =>
      overviewRows(tasks, { ...EVERYTHING, q }, { names, viewer: VIEWER }).map(({ name }) => name);
    expect(found('PRUFE')).toEqual(['Prüfe die Seile']);
    expect(found('opes')).toEqual(['Check the ropes']);
    expect(found('surv prufe')).toEqual(['Prüfe die Seile']);
    expect(found('archive')).toEqual(['Check the ropes']);
    expect(found('brodie')).toEqual(['Prüfe die Seile']);
    expect(found('ailsa ropes')).toEqual(['Check the ropes']);
    expect(found('ailsa survey')).toEqual([]);
    expect(found('  ')).toHaveLength(2);
    const labels = new Map([['l1', 'Inspection']]);
    expect(found('inspect', { ...NAMES, labels })).toEqual(['Prüfe die Seile']);
    expect(found('survey', { ...NAMES, labels })).toEqual([]);
  });

  it('finds a renamed task, and tasks in every order', () => {
    const before = task('Ropes');
    const search = { ...EVERYTHING, q: 'rope', sort: 'name' } as const;
    const rows = (tasks: readonly TaskSummary[], dir: 'asc' | 'desc' = 'asc') =>
      overviewRows(tasks, { ...search, dir }, { names: NAMES, viewer: VIEWER }).map(
        ({ name }) => name,
      );
    const tasks = sortedByAge([before, task('A rope'), task('Pegs')]);
    expect(rows(tasks)).toEqual(['A rope', 'Ropes']);
    expect(rows(tasks, 'desc')).toEqual(['Ropes', 'A rope']);
    expect(rows(tasks.map((one) => (one === before ? { ...one, name: 'Cables' } : one)))).toEqual([
      'A rope',
    ]);
  });

  it('has one sortable column for each completion: by status, then by date', () => {
    expect(overviewColumns(false, NAMES, VIEWER).map(({ title }) => title.id)).toEqual([
      'Task name',
      'Task label',
      'Project name',
      'Assignee',
      'Assignee Completed',
      'Assigned by Completed',
      'Status',
      'Start date',
      'End date',
      'Created by',
      'Created date',
    ]);
    const done = (day: string) => ({
      is_completed: true,
      is_completed_at: `2026-11-${day}T09:00:00Z`,
    });
    const tasks = [task('open'), task('later', done('20')), task('sooner', done('18'))];
    const sort = 'creator-completed';
    expect(listed(tasks, { sort })).toEqual(['sooner', 'later', 'open']);
    expect(listed(tasks, { sort, dir: 'desc' })).toEqual(['open', 'later', 'sooner']);
  });

  it('exports the listed rows as CSV, with texts that look like formulas escaped', async () => {
    const tasks = [task('=HYPERLINK("http://x")', { label: 'l1', end_date: '2026-11-20' })];
    const columns = overviewColumns(true, NAMES, VIEWER);
    const lines = (await (await overviewCsv(tasks, columns)).text()).split('\r\n');
    expect(lines[0]).toBe(
      'S.No,Task Details,Sub-Task,Task Category,Assignee,' +
        'Assignee Completed status,Assignee Completed date,' +
        'Assigned by Completed status,Assigned by Completed date,' +
        'Status,Start date,End date,Created by,Created date',
    );
    expect(lines[1]).toContain(`1,"'=HYPERLINK(""http://x"")",Survey,Footbridge,Ailsa`);
    expect(lines[1]).toContain('Over Due,,20/11/2026,Brodie,20/11/2026');
  });
});
