import { expect, it } from 'vitest';
import type { ReceiptsOfTasks } from '../../../model/protocol/receipts.ts';
import { unreceivedBy } from '../../../src/data/unreceived.ts';
import type { SentTask, SentWork } from '../../../sync/client/index.ts';

const ANA = '1';
const BEN = '2';

const row = (v: number, isDetail = false) => ({ v, isDetail, createdAt: 0 });
const task = (id: string, rows: SentTask['rows'], people = [ANA, BEN]): SentTask => ({
  id,
  name: `Task ${id}`,
  project: 'p',
  people,
  rows,
});
const work = (...tasks: SentTask[]): SentWork => ({ epoch: 'e', tasks });
const receipt = (person: string, received: number, more: object = {}) => ({
  organization_user: person,
  received,
  received_details: received,
  received_details_since: 0,
  reported_at: 5,
  seen: 0,
  ...more,
});
const answer = (tasks: Record<string, ReturnType<typeof receipt>[]>, head = 100) =>
  ({
    epoch: 'e',
    head,
    tasks: Object.entries(tasks).map(([id, receipts]) => ({ task: id, receipts })),
  }) satisfies ReceiptsOfTasks;

it('changes that devices lack are counted by person over all tasks, most first', () => {
  const found = unreceivedBy(
    work(task('a', [row(5), row(9, true)]), task('b', [row(20), row(21, true)])),
    answer({ a: [receipt(ANA, 8), receipt(BEN, 4)], b: [receipt(ANA, 30), receipt(BEN, 20)] }),
  );
  expect(found).toEqual([
    {
      person: BEN,
      count: 3,
      syncedAt: 5,
      tasks: [
        { id: 'a', name: 'Task a', project: 'p', count: 2 },
        { id: 'b', name: 'Task b', project: 'p', count: 1 },
      ],
    },
    {
      person: ANA,
      count: 1,
      syncedAt: 5,
      tasks: [{ id: 'a', name: 'Task a', project: 'p', count: 1 }],
    },
  ]);
});

it('nobody is listed who has everything on a device, or has seen it', () => {
  const rows = [row(5), row(9, true)];
  const receipts = [receipt(ANA, 9), receipt(BEN, 0, { reported_at: null, seen: 9 })];
  expect(unreceivedBy(work(task('a', rows)), answer({ a: receipts }))).toEqual([]);
});

it('a device with the outline of a project has the task and lacks the comment', () => {
  const receipts = [receipt(ANA, 9, { received_details: 0 })];
  const found = unreceivedBy(work(task('a', [row(5), row(9, true)])), answer({ a: receipts }));
  expect(found).toMatchObject([{ person: ANA, count: 1 }]);
});

it('a row that the server stored after the response is not counted', () => {
  const found = unreceivedBy(work(task('a', [row(9)])), answer({ a: [receipt(ANA, 8)] }, 8));
  expect(found).toEqual([]);
});

it('a response about another epoch of the stream says nothing', () => {
  const later = { ...work(task('a', [row(5)])), epoch: 'later' };
  expect(unreceivedBy(later, answer({ a: [receipt(ANA, 0)] }))).toEqual([]);
});

it('a person whom the task does not concern any more is not listed', () => {
  const found = unreceivedBy(work(task('a', [row(5)], [BEN])), answer({ a: [receipt(ANA, 0)] }));
  expect(found).toEqual([]);
});
