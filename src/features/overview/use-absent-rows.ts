import { useMemo } from 'react';
import type { TaskSummary } from '../../data/all-tasks.ts';
import {
  type AbsentTasks,
  type SummaryFilters,
  type SummaryTask,
  useAbsentTasks,
  useSummarized,
} from '../../data/summary-tasks.ts';
import { instantsOf, type Viewer } from './overview-facets.ts';
import type { CompletedOption, Filters } from './overview-search.ts';

/** Second part of the overview: tasks of projects of which this device has only the summary. */
export interface AbsentOverview {
  /** Those projects that pass the filters. */
  readonly projects: readonly string[];
  /** Filters as the server reads them. */
  readonly filters: SummaryFilters;
  /** Tasks that were read and are not in the first part. */
  readonly rows: readonly SummaryTask[];
  /** Number of all of them; undefined until it is known. */
  readonly count: number | undefined;
  readonly answer: AbsentTasks;
}

interface Input {
  readonly filters: Filters;
  readonly viewer: Viewer;
  /** Tasks of the first part: they include those that changed here since the summary was downloaded. */
  readonly listed: readonly TaskSummary[] | undefined;
  /** All tasks on this device; undefined while they are read. */
  readonly all: ReadonlyMap<string, TaskSummary> | undefined;
}

export function useAbsentRows({ filters, viewer, listed, all }: Input): AbsentOverview {
  const summarized = useSummarized();
  const { of } = filters;
  const projects = useMemo(
    () => summarized.filter((id) => of === undefined || of.includes(id)),
    [summarized, of],
  );
  const question = useMemo(() => questionOf(filters, viewer), [filters, viewer]);
  const answer = useAbsentTasks(projects, question, { counted: true });
  // A task that is here, changed so that it passes the filters no longer, is none of the server's either.
  const rows = useMemo(
    () => answer.tasks.filter(({ id }) => all?.has(id) !== true),
    [answer.tasks, all],
  );
  const { counts } = answer;
  const count = useMemo(() => {
    if (counts === undefined || listed === undefined) return undefined;
    const known = new Set(projects);
    const here = listed.filter(({ project }) => known.has(project)).length;
    const total = counts.overdue + counts.pending + counts.completed;
    return Math.max(rows.length, total - here);
  }, [counts, listed, projects, rows.length]);
  return { projects, filters: question, rows, count, answer };
}

const COMPLETED: Readonly<
  Record<CompletedOption, Pick<SummaryFilters, 'is_completed' | 'is_completed_employee'>>
> = {
  'Assignee completed': { is_completed_employee: true },
  'Assignee Not completed': { is_completed_employee: false },
  'Assigned by completed': { is_completed: true },
  'Assigned Not completed': { is_completed: false },
  'Both Completed': { is_completed: true, is_completed_employee: true },
};

/** Most letters of a search that the server reads. */
const LETTERS = 200;

export function questionOf(filters: Filters, { today, offsetAt }: Viewer): SummaryFilters {
  const { q, completed, status, assignee, created } = filters;
  const day = created === undefined ? undefined : instantsOf(created, offsetAt);
  return {
    today,
    ...(q !== undefined && { q: q.slice(0, LETTERS) }),
    ...(completed !== undefined && COMPLETED[completed]),
    ...(status !== undefined && { statuses: [...status] }),
    ...(assignee !== undefined && { assignees: [...assignee] }),
    ...(day !== undefined && { created_from: day.from, created_before: day.to }),
  };
}
