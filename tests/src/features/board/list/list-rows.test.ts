import { describe, expect, it } from 'vitest';
import { cards } from '../../../../../model/entities/card.ts';
import { flags } from '../../../../../model/entities/flag.ts';
import { labels } from '../../../../../model/entities/label.ts';
import type { Task } from '../../../../../model/entities/task.ts';
import {
  hasThirdLine,
  nextOrder,
  orderOf,
  sortedRows,
} from '../../../../../src/features/board/list/list-rows.ts';
import { taskRow } from '../../../../support/task-row.ts';

const CONTEXT = {
  people: new Map(),
  labels: new Map(),
  flags: new Map(
    ['Urgent', 'High', 'Low'].map((name, order) => [
      name,
      flags.parse({ id: name, v: 1, scope: 's', name, colour_code: '#000000', order }),
    ]),
  ),
  cards: ['To do', 'Doing'].map((name) =>
    cards.parse({
      id: name,
      name,
      v: 1,
      scope: 'project:p',
      project: 'p',
      rank: 'V',
      status: true,
      created_by: 'a',
      created_at: '2026-01-01T00:00:00Z',
    }),
  ),
};

const ROPES = labels.parse({
  id: 'ropes',
  v: 1,
  scope: 'project:p',
  project: 'p',
  name: 'Ropes',
  created_by: 'a',
  created_at: '2026-01-01T00:00:00Z',
});

describe('a list of tasks', () => {
  const sorted = (tasks: readonly Task[], by: string | undefined) =>
    sortedRows(tasks, orderOf(by), CONTEXT).map(({ name }) => name);

  it('adds a line on a phone for a label or a start date, not for a label that does not exist', () => {
    const context = { ...CONTEXT, labels: new Map([['ropes', ROPES]]) };
    const tall = (change: Partial<Task>) => hasThirdLine(taskRow({ id: '1', ...change }), context);
    expect(tall({ label: 'ropes' })).toBe(true);
    expect(tall({ start_date: '2026-11-21' })).toBe(true);
    expect(tall({ label: 'gone', end_date: '2026-11-21' })).toBe(false);
  });

  it('sorts names with numbers in numeric order, in both directions', () => {
    const tasks = ['Hut 10', 'hut 9', 'Åre'].map((name) => taskRow({ id: name, name }));
    expect(sorted(tasks, 'name')).toEqual(['Åre', 'hut 9', 'Hut 10']);
    expect(sorted(tasks, '-name')).toEqual(['Hut 10', 'hut 9', 'Åre']);
    expect(sorted(tasks, undefined)).toEqual(['Hut 10', 'hut 9', 'Åre']);
  });

  it('sorts tasks without a date last in both directions', () => {
    const tasks = [
      taskRow({ id: '1', name: 'none' }),
      taskRow({ id: '2', name: 'late', end_date: '2026-03-09' }),
      taskRow({ id: '3', name: 'soon', end_date: '2026-03-01' }),
    ];
    expect(sorted(tasks, 'end')).toEqual(['soon', 'late', 'none']);
    expect(sorted(tasks, '-end')).toEqual(['late', 'soon', 'none']);
  });

  it('sorts columns by position and priorities by order, not by letter', () => {
    const tasks = [
      taskRow({ id: '1', name: 'a', card: 'Doing', flag: 'Low' }),
      taskRow({ id: '2', name: 'b', card: 'To do', flag: 'Urgent' }),
      taskRow({ id: '3', name: 'c', card: 'To do', flag: 'High' }),
    ];
    expect(sorted(tasks, 'card')).toEqual(['b', 'c', 'a']);
    expect(sorted(tasks, 'priority')).toEqual(['b', 'c', 'a']);
  });

  it('sorts ascending, then descending, then in board order with each click on a heading', () => {
    expect(nextOrder('end', undefined)).toBe('end');
    expect(nextOrder('end', 'end')).toBe('-end');
    expect(nextOrder('end', '-end')).toBeUndefined();
    expect(nextOrder('end', 'name')).toBe('end');
    expect(orderOf('nonsense').column).toBeUndefined();
  });
});
