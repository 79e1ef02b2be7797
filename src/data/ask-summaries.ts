import {
  MOST_PROJECTS,
  parseSummaryTasks,
  type SummaryFigures,
  type SummaryTask,
  type SummaryTaskPlace,
  type SummaryTasksAnswer,
  type SummaryTasksQuestion,
} from '../../model/protocol/summary-tasks.ts';
import type { Client } from '../../sync/client/index.ts';

/**
 * Asks the server about the tasks of any number of projects: one call for each `MOST_PROJECTS` of them, whose answers
 * are put together. Rejects with CairnError.
 */
export async function askSummaries(
  client: Client,
  question: SummaryTasksQuestion,
): Promise<SummaryTasksAnswer> {
  const { projects } = question;
  const parts: SummaryTasksAnswer[] = [];
  for (let start = 0; start < projects.length; start += MOST_PROJECTS) {
    const body = { ...question, projects: projects.slice(start, start + MOST_PROJECTS) };
    parts.push(await client.own.request({ path: 'task/summary/list/', body }, parseSummaryTasks));
  }
  return parts.reduce((sum, part) => together(sum, part, question.most));
}

function together(
  one: SummaryTasksAnswer,
  other: SummaryTasksAnswer,
  most: number | undefined,
): SummaryTasksAnswer {
  return {
    counts: both(one.counts, other.counts, (left, right) => ({
      overdue: left.overdue + right.overdue,
      pending: left.pending + right.pending,
      completed: left.completed + right.completed,
    })),
    figures: both(one.figures, other.figures, sumOf),
    ...newestOf(one, other, most),
  };
}

/** Tasks up to the nearer end of the two pages: behind it, one of them has tasks that have not been read. */
function newestOf(
  one: SummaryTasksAnswer,
  other: SummaryTasksAnswer,
  most = Number.POSITIVE_INFINITY,
): Pick<SummaryTasksAnswer, 'tasks' | 'next'> {
  const [end = null] = [one.next, other.next].filter((next) => next !== null).toSorted(byNewest);
  const read = [...one.tasks, ...other.tasks]
    .filter((task) => end === null || byNewest(task, end) <= 0)
    .toSorted(byNewest);
  const tasks = read.slice(0, most);
  const last = tasks.at(-1);
  return { tasks, next: tasks.length < read.length && last !== undefined ? placeOf(last) : end };
}

/** As the server orders them. */
function byNewest(left: SummaryTaskPlace, right: SummaryTaskPlace): number {
  return compare(right.created_at, left.created_at) || compare(right.id, left.id);
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function placeOf({ created_at, id }: SummaryTask): SummaryTaskPlace {
  return { created_at, id };
}

function sumOf(left: SummaryFigures, right: SummaryFigures): SummaryFigures {
  return {
    overdue: left.overdue + right.overdue,
    pending: left.pending + right.pending,
    completed: left.completed + right.completed,
    waiting: left.waiting + right.waiting,
    by_flag: sharesOf(left.by_flag, right.by_flag),
    by_project: sharesOf(left.by_project, right.by_project),
    by_assignee: sharesOf(left.by_assignee, right.by_assignee),
    created: left.created.map((count, week) => count + (right.created[week] ?? 0)),
    completed_in: left.completed_in.map((count, week) => count + (right.completed_in[week] ?? 0)),
  };
}

function sharesOf(...parts: readonly SummaryFigures['by_flag'][]): SummaryFigures['by_flag'] {
  const counts = new Map<string, number>();
  for (const { key, count } of parts.flat()) counts.set(key, (counts.get(key) ?? 0) + count);
  return [...counts].map(([key, count]) => ({ key, count }));
}

function both<T>(left: T | null, right: T | null, sum: (left: T, right: T) => T): T | null {
  return left === null || right === null ? null : sum(left, right);
}
