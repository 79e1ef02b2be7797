import type { SummaryFigures, SummaryTasksQuestion } from '../../model/protocol/summary-tasks.ts';
import type { SqlRow } from '../store/sql.ts';
import { eachChunk, peopleIn, type SummaryReads } from './summary-tasks.ts';

const NONE = 'none';

/**
 * Figures of all tasks of the named projects that pass the filters, as a dashboard on a device computes them.
 * `weeks`: where each week begins, and the end of the last one. The words of a search do not narrow them.
 */
export async function figuresOfSummaries(
  reads: SummaryReads,
  question: SummaryTasksQuestion,
  weeks: readonly string[],
): Promise<SummaryFigures> {
  const sums = { overdue: 0, pending: 0, completed: 0, waiting: 0 };
  const flags = counter();
  const projects = counter();
  const assignees = counter();
  const created = counter();
  const completed = counter();
  const [began, ended] = [weekOf('created_at', weeks), weekOf(DONE_AT, weeks)];
  await eachChunk(reads, question, async ({ store, where: { text, values } }) => {
    // Row by row: each statement that groups would read all of them once more.
    const rows = await store.all(
      `select flag, project, assigned_to, assigned_users, is_completed, is_completed_employee,
         case when is_completed = 0 and end_date < ? then 1 else 0 end as is_overdue,
         ${began.text} as week, ${ended.text} as done_week
       from tasks where ${text}`,
      [question.today, ...began.values, ...ended.values, ...values],
    );
    for (const row of rows) {
      flags.add(keyOf(row, 'flag'));
      projects.add(keyOf(row, 'project'));
      created.add(weekIn(row, 'week'));
      if (row['is_completed'] === 1) {
        sums.completed += 1;
        completed.add(weekIn(row, 'done_week'));
        continue;
      }
      if (row['is_overdue'] === 1) sums.overdue += 1;
      else sums.pending += 1;
      if (row['is_completed_employee'] === 1) sums.waiting += 1;
      for (const person of assigneesIn(row)) assignees.add(person);
    }
  });
  const ofWeeks = ({ of }: Counter) => weeks.slice(1).map((_, index) => of(String(index)));
  return {
    ...sums,
    by_flag: flags.shares(),
    by_project: projects.shares(),
    by_assignee: assignees.shares(),
    created: ofWeeks(created),
    completed_in: ofWeeks(completed),
  };
}

/** As `timeDone` derives it. */
const DONE_AT = `coalesce(case when is_completed_employee = 1 then is_completed_emp_at end,
  is_completed_at)`;

/** Number of the week of an instant; -1 before the first one, null after the last. */
function weekOf(instant: string, weeks: readonly string[]) {
  const cases = weeks.map((_, index) => `when ${instant} < ? then ${index - 1}`).join(' ');
  return { text: `case ${cases} end`, values: weeks };
}

function weekIn(row: SqlRow, column: string): string {
  return String(row[column]);
}

function assigneesIn(row: SqlRow): readonly string[] {
  const several = row['assigned_users'] === '[]' ? [] : peopleIn(row);
  return several.length > 0 ? several : [keyOf(row, 'assigned_to')];
}

function keyOf(row: SqlRow, column: string): string {
  const value = row[column];
  return typeof value === 'string' ? value : NONE;
}

interface Counter {
  readonly add: (key: string) => void;
  readonly of: (key: string) => number;
  readonly shares: () => { readonly key: string; readonly count: number }[];
}

function counter(): Counter {
  const counts = new Map<string, number>();
  return {
    add: (key) => counts.set(key, (counts.get(key) ?? 0) + 1),
    of: (key) => counts.get(key) ?? 0,
    shares: () => [...counts].map(([key, count]) => ({ key, count })),
  };
}
