import { expect, it } from 'vitest';
import type { SummaryTask, SummaryTasksQuestion } from '../../../model/protocol/summary-tasks.ts';
import type { Client } from '../../../sync/client/index.ts';
import { readAbsentTasks, readPages, type Read } from '../../../src/data/summary-tasks.ts';

const task = (id: string): SummaryTask => ({
  id,
  name: id,
  project: 'p',
  card: 'c',
  label: null,
  flag: null,
  assigned_to: null,
  assigned_users: [],
  ticks: {},
  asks: [],
  collaborators: [],
  created_by: 'ada',
  created_at: '2026-11-16T09:00:00Z',
  start_date: null,
  end_date: null,
  is_completed: false,
  is_completed_at: null,
  is_completed_employee: false,
  is_completed_emp_at: null,
});

/** Answers of a server whose pages have these tasks; notes the questions. */
function serverWith(pages: readonly (readonly string[])[]) {
  const asked: SummaryTasksQuestion[] = [];
  const request = (
    { body }: { readonly body: SummaryTasksQuestion },
    parse: (answer: unknown) => unknown,
  ) => {
    asked.push(body);
    const index = Number(body.behind?.id ?? 0);
    const isCount = body.most === 0;
    const next =
      isCount || index + 1 >= pages.length
        ? null
        : { created_at: '2026-11-16T09:00:00Z', id: String(index + 1) };
    const data = {
      counts: body.counted === true ? { overdue: 1, pending: 2, completed: 3 } : null,
      figures: null,
      tasks: isCount ? [] : (pages[index] ?? []).map(task),
      next,
    };
    return Promise.resolve(parse({ data }));
  };
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the one part of a client that is called
  const client = { own: { request } } as unknown as Client;
  return { client, asked };
}

const QUESTION: SummaryTasksQuestion = { projects: ['p'], today: '2026-11-20' };
const BEFORE: Read = {
  key: 'k',
  counts: undefined,
  tasks: [],
  next: null,
  isLoading: true,
  hasFailed: false,
};

it('[OUT-6.7] reads on behind a short page, until there are as many tasks as the list shows', async () => {
  const { client, asked } = serverWith([['a'], [], ['b', 'c'], ['d']]);
  const states: Read[] = [];
  const set = (read: Read) => void states.push(read);
  const isWanted = () => true;
  const input = { question: QUESTION, counted: true, most: 2, isWanted, set };
  await readPages(client, { ...input, before: BEFORE });
  const first = states.at(-1);
  expect(first?.tasks.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(first).toMatchObject({
    counts: { overdue: 1, pending: 2, completed: 3 },
    isLoading: false,
  });
  expect(first?.next).not.toBe(null);
  await readPages(client, { ...input, before: { ...BEFORE, ...first } });
  expect(states.at(-1)?.tasks.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
  expect(states.at(-1)?.next).toBe(null);
  expect(asked.filter(({ counted }) => counted)).toHaveLength(1);
});

it('[OUT-6.7] a question that nobody wants any more is not continued', async () => {
  const { client, asked } = serverWith([['a'], ['b'], ['c']]);
  const set = () => undefined;
  const isWanted = () => asked.length === 0;
  await readPages(client, {
    question: QUESTION,
    before: BEFORE,
    counted: true,
    most: 9,
    isWanted,
    set,
  });
  expect(asked).toHaveLength(1);
});

it('[OUT-6.7] a file gets every task of the projects, page by page', async () => {
  const { client, asked } = serverWith([['a', 'b'], [], ['c']]);
  const found = await readAbsentTasks(client, ['p'], { today: '2026-11-20', q: 'dig' });
  expect(found.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(asked.every(({ q }) => q === 'dig')).toBe(true);
  expect(await readAbsentTasks(client, [], { today: '2026-11-20' })).toEqual([]);
  expect(asked).toHaveLength(3);
});
