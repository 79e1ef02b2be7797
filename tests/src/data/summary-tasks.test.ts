import { beforeEach, describe, expect, it } from 'vitest';
import type { SummaryTasksQuestion } from '../../../model/protocol/summary-tasks.ts';
import type { Client } from '../../../sync/client/index.ts';
import { absentList, readPages, type Read } from '../../../src/data/absent-list.ts';
import { readAbsentTasks } from '../../../src/data/summary-tasks.ts';
import { summaryTask as task } from './summary-task.ts';

/** Whether the server refuses everything. */
let refuses = false;
beforeEach(() => {
  refuses = false;
});

/** Answers of a server whose pages have these tasks; notes the questions. */
function serverWith(pages: (readonly string[])[]) {
  const asked: SummaryTasksQuestion[] = [];
  const request = (
    { body }: { readonly body: SummaryTasksQuestion },
    parse: (answer: unknown) => unknown,
  ) => {
    asked.push(body);
    if (refuses) return Promise.reject(new Error('refused'));
    const index = Number(body.behind?.id ?? 0);
    const isCount = body.most === 0;
    const next =
      isCount || index + 1 >= pages.length
        ? null
        : { created_at: '2026-11-16T09:00:00Z', id: String(index + 1) };
    const data = {
      counts: body.counted === true ? { overdue: 1, pending: 2, completed: 3 } : null,
      figures: null,
      tasks: isCount ? [] : (pages[index] ?? []).map((id) => task(id)),
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

describe('a list that is read again', () => {
  const listOf = (pages: (readonly string[])[]) => {
    const { client, asked } = serverWith(pages);
    const list = absentList(client, { question: QUESTION, counted: true, most: 2 });
    const states: string[] = [];
    const ids = () => list.current().tasks.map(({ id }) => id);
    const stop = list.subscribe(() => void states.push(ids().join('')));
    return { list, asked, pages, ids, states, stop };
  };

  it('[OUT-6.7] keeps what it shows until the new tasks are complete, as many as before', async () => {
    const { list, pages, ids, states } = listOf([['a', 'b'], ['c', 'd'], ['e']]);
    await list.refresh();
    await list.more();
    expect(ids()).toEqual(['a', 'b', 'c', 'd']);
    states.length = 0;
    pages.splice(0, 2, ['new', 'a'], ['b', 'c']);
    await list.refresh();
    expect(ids()).toEqual(['new', 'a', 'b', 'c']);
    expect(new Set(states)).toEqual(new Set(['newabc']));
    expect(list.current()).toMatchObject({ isLoading: false, hasFailed: false });
  });

  it('[OUT-6.7] a further page continues the tasks that are known when it is read', async () => {
    const { list, ids } = listOf([['a', 'b'], ['c', 'd'], ['e']]);
    await list.refresh();
    await Promise.all([list.more(), list.refresh(), list.more()]);
    expect(ids()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('[OUT-6.7] a refusal leaves the tasks that are known; before the first answer it is said', async () => {
    const { list, ids } = listOf([['a', 'b']]);
    refuses = true;
    await expect(list.refresh()).rejects.toThrow('refused');
    expect(list.current()).toMatchObject({ hasFailed: true, isLoading: false });
    refuses = false;
    await list.refresh();
    refuses = true;
    await expect(list.refresh()).rejects.toThrow('refused');
    expect(ids()).toEqual(['a', 'b']);
    expect(list.current()).toMatchObject({ hasFailed: false });
  });

  it('[OUT-6.7] asks nothing once nobody shows it', async () => {
    const { list, asked, stop } = listOf([['a']]);
    stop();
    await list.refresh();
    expect(asked).toEqual([]);
  });
});
