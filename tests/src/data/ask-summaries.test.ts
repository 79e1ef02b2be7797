import { expect, it } from 'vitest';
import {
  MOST_PROJECTS,
  type SummaryTask,
  type SummaryTasksQuestion,
} from '../../../model/protocol/summary-tasks.ts';
import { askSummaries } from '../../../src/data/ask-summaries.ts';
import { readAbsentTasks } from '../../../src/data/summary-tasks.ts';
import type { Client } from '../../../sync/client/index.ts';
import { summaryTask } from './summary-task.ts';

const PROJECTS = Array.from({ length: 2 * MOST_PROJECTS + 1 }, (_, at) => `p${String(at)}`);
const TODAY = '2026-11-20';

/** A server with these tasks, whose pages end after about a number of tasks that it has looked at. */
function serverWith(tasks: readonly SummaryTask[], about: number) {
  const sorted = tasks.toSorted((left, right) =>
    `${left.created_at} ${left.id}` < `${right.created_at} ${right.id}` ? 1 : -1,
  );
  const named: number[] = [];
  const request = (
    { body }: { readonly body: SummaryTasksQuestion },
    parse: (answer: unknown) => unknown,
  ) => {
    named.push(body.projects.length);
    const looked = about + (named.length % 3);
    const wanted = new Set(body.projects);
    const { behind, most = 50 } = body;
    const start = behind === undefined ? 0 : sorted.findIndex(({ id }) => id === behind.id) + 1;
    const read = sorted.slice(start, start + looked);
    const found = read.filter(({ project }) => wanted.has(project));
    const page = found.slice(0, most);
    const last = found.length > most ? page.at(-1) : read.at(-1);
    const isEnd = found.length <= most && start + looked >= sorted.length;
    const mine = sorted.filter(({ project }) => wanted.has(project)).length;
    const shares = [{ key: 'none', count: mine }];
    const sums = { overdue: mine, pending: 1, completed: 2 };
    const data = {
      counts: body.counted === true ? sums : null,
      figures:
        body.weeks === undefined
          ? null
          : {
              ...sums,
              waiting: 3,
              by_flag: shares,
              by_project: body.projects.slice(0, 1).map((key) => ({ key, count: mine })),
              by_assignee: shares,
              created: [mine],
              completed_in: [4],
            },
      tasks: page,
      next: isEnd || last === undefined ? null : { created_at: last.created_at, id: last.id },
    };
    return Promise.resolve(parse({ data }));
  };
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the one part of a client that is called
  const client = { own: { request } } as unknown as Client;
  return { client, named, sorted };
}

/** Tasks of projects in all three calls; some were created at the same instant. */
function tasksOf(count: number, step: number): readonly SummaryTask[] {
  return Array.from({ length: count }, (_, at) => ({
    ...summaryTask(`t${String(100 + ((at * 37) % 100))}`),
    project: PROJECTS[(at * step) % PROJECTS.length] ?? '',
    created_at: `2026-11-${String(10 + (at % 4))}T09:00:00Z`,
  }));
}

it.each([
  { looked: 1, step: 15_013 },
  { looked: 3, step: 20_000 },
  { looked: 7, step: 13_331 },
  { looked: 1_000, step: 9_999 },
])(
  '[OUT-6.7] the tasks of more projects than a call names come each once, newest first: $looked a page, every $step',
  async ({ looked, step }) => {
    const { client, named, sorted } = serverWith(tasksOf(60, step), looked);
    const found = await readAbsentTasks(client, PROJECTS, { today: TODAY });
    expect(found.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id));
    expect(Math.max(...named)).toBe(MOST_PROJECTS);
  },
);

it('[OUT-6.7] a page of a list over several calls has no more tasks than were asked for', async () => {
  const { client, sorted } = serverWith(tasksOf(60, 15_013), 1_000);
  const question = { projects: PROJECTS, today: TODAY, most: 5 };
  const first = await askSummaries(client, question);
  expect(first.tasks.map(({ id }) => id)).toEqual(sorted.slice(0, 5).map(({ id }) => id));
  const next = await askSummaries(client, { ...question, behind: first.next ?? undefined });
  expect(next.tasks.map(({ id }) => id)).toEqual(sorted.slice(5, 10).map(({ id }) => id));
});

it('[OUT-6.7] numbers and figures over several calls are sums', async () => {
  const { client } = serverWith(tasksOf(60, 15_013), 1_000);
  const weeks = ['2026-11-09T00:00:00Z', '2026-11-16T00:00:00Z'];
  const asked = { projects: PROJECTS, today: TODAY, most: 0, counted: true, weeks };
  const { counts, figures } = await askSummaries(client, asked);
  expect(counts).toEqual({ overdue: 60, pending: 3, completed: 6 });
  expect(figures).toMatchObject({
    overdue: 60,
    waiting: 9,
    by_flag: [{ key: 'none', count: 60 }],
    created: [60],
    completed_in: [12],
  });
  expect(figures?.by_project).toHaveLength(3);
});
