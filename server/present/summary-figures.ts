import { projectOfScope } from '../../model/entities/scopes.ts';
import type { SummaryFigures, SummaryTasksQuestion } from '../../model/protocol/summary-tasks.ts';
import { numberOf, type SqlRow, textOf } from '../store/sql.ts';
import { type Counting, type CountTasks, eachChunk, type SummaryReads } from './counted-tasks.ts';
import { CREATED_AT, filtersOf } from './summary-filters.ts';
import { peopleIn } from './summary-search.ts';

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
  const inWeeks = async (count: CountTasks, instant: string, into: Counter) => {
    for (const row of await count(weekly(instant, weeks))) {
      into.add(String(row['week']), numberOf(row, 'found'));
    }
  };
  const chunks = {
    projects: question.projects,
    filters: filtersOf(question),
    isByRow: question.assignees !== undefined || question.person !== undefined,
  };
  await eachChunk(reads, chunks, async (count) => {
    for (const row of await count(byState(question.today))) {
      const [found, late] = [numberOf(row, 'found'), numberOf(row, 'late')];
      flags.add(keyOf(row, 'flag'), found);
      projects.add(projectOfScope(textOf(row, 'scope')) ?? NONE, found);
      if (row['is_completed'] === 1) {
        sums.completed += found;
        continue;
      }
      sums.overdue += late;
      sums.pending += found - late;
      sums.waiting += numberOf(row, 'ticked');
    }
    for (const row of await count(OPEN_BY_ASSIGNEE)) {
      assignees.add(textOf(row, 'person'), numberOf(row, 'found'));
    }
    for (const row of await count(OPEN_OF_SEVERAL)) {
      const several = peopleIn(row);
      if (several.length === 0) continue;
      // Counted above for the one assignee, or for none.
      assignees.add(keyOf(row, 'assigned_to'), -1);
      for (const person of several) assignees.add(person, 1);
    }
    await inWeeks(count, CREATED_AT, created);
    await inWeeks(count, DONE_AT, completed);
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

// Several statements over one index: reading the tasks row by row takes ten times as long.

function byState(today: string): Counting {
  return {
    columns: {
      text: `scope, is_completed, flag, count(*) as found,
        count(case when end_date < ? then 1 end) as late,
        count(case when is_completed_employee = 1 then 1 end) as ticked`,
      values: [today],
    },
    groupBy: 'scope, is_completed, flag',
  };
}

const OPEN = { text: 'is_completed = 0', values: [] };

const OPEN_BY_ASSIGNEE: Counting = {
  columns: { text: `coalesce(assigned_to, '${NONE}') as person, count(*) as found`, values: [] },
  where: [OPEN],
  groupBy: '1',
};

/** Tasks of several assignees are few, and have an index by project. */
const OPEN_OF_SEVERAL: Counting = {
  columns: { text: 'assigned_to, assigned_users', values: [] },
  where: [OPEN, { text: "assigned_users <> '[]'", values: [] }],
  by: 'project',
};

/** Tasks with this instant in each week, by number. */
function weekly(instant: string, weeks: readonly string[]): Counting {
  const [begin = '', ...ends] = weeks;
  const cases = ends.map((_, index) => `when ${instant} < ? then ${index}`).join(' ');
  const isDone = instant === DONE_AT ? [{ text: 'is_completed = 1', values: [] }] : [];
  const inside = {
    text: `${instant} >= ? and ${instant} < ?`,
    values: [begin, ends.at(-1) ?? ''],
  };
  return {
    columns: { text: `case ${cases} end as week, count(*) as found`, values: ends },
    where: [...isDone, inside],
    groupBy: '1',
  };
}

function keyOf(row: SqlRow, column: string): string {
  const value = row[column];
  return typeof value === 'string' ? value : NONE;
}

interface Counter {
  readonly add: (key: string, count: number) => void;
  readonly of: (key: string) => number;
  readonly shares: () => { readonly key: string; readonly count: number }[];
}

function counter(): Counter {
  const counts = new Map<string, number>();
  return {
    add: (key, count) => counts.set(key, (counts.get(key) ?? 0) + count),
    of: (key) => counts.get(key) ?? 0,
    shares: () => [...counts].flatMap(([key, count]) => (count === 0 ? [] : [{ key, count }])),
  };
}
