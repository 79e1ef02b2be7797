import { expect, it } from 'vitest';
import { message } from '../../../model/shared/message.ts';
import type { ActivityEntry } from '../../../src/data/activity.ts';
import {
  itemOf,
  type KeptRestoredValue,
  shownRestoredValues,
  withWaiting,
} from '../../../src/data/kept-restored-values.ts';
import type { OutboxItem } from '../../../src/data/outbox.ts';

const ME = '7';

function putBack(table: string, row: string, second = '05'): KeptRestoredValue {
  const entry: ActivityEntry = {
    version: 1,
    table,
    row,
    name: 'Bridge',
    action: 'changed',
    by: { id: ME, display_name: 'Ada' },
    at: `2026-01-02T03:04:${second}.000Z`,
    claimed_at: null,
    changes: [{ field: 'name', before: 'New', after: 'Old' }],
  };
  return { id: `line-of-${row}`, entry };
}

function waiting(line: KeptRestoredValue, state: OutboxItem['state']): OutboxItem {
  const words = {
    id: '1',
    description: message('Rename'),
    place: [],
    ownText: '',
    reason: 'Only level 1',
  };
  const { table, row: rowId } = line.entry;
  return {
    ...words,
    mayDiscard: true,
    mayRetry: true,
    files: [],
    state,
    at: 0,
    table,
    rowId,
    parents: [],
    group: '1',
    lines: [line],
  };
}

it('lists a pending restored value under every filter that matches it, and under no other', () => {
  const kept = [putBack('tasks', 't'), putBack('projects', 'p')] as const;
  const items = [waiting(kept[0], 'waiting'), waiting(kept[1], 'rejected')];
  const shown = (filters: { readonly kind?: string; readonly by?: string }) =>
    shownRestoredValues(kept, items, filters).map(({ entry, refusal }) => [entry.row, refusal]);
  const [task, project] = [
    ['t', undefined],
    ['p', 'Only level 1'],
  ];
  expect(shown({})).toEqual([task, project]);
  expect(shown({ kind: 'tasks' })).toEqual([task]);
  expect(shown({ kind: 'projects', by: ME })).toEqual([project]);
  expect(shown({ kind: 'people' })).toEqual([]);
  expect(shown({ by: '8' })).toEqual([]);
});

it('lists pending restored values after a reload, newest first, each once', () => {
  const [older, newer] = [putBack('tasks', 't', '01'), putBack('projects', 'p', '02')];
  const items = [waiting(older, 'waiting'), waiting(newer, 'waiting')];
  expect(withWaiting([], items)).toEqual([newer, older]);
  expect(withWaiting([older], items)).toEqual([newer, older]);
  const unreadable = { ...waiting(older, 'waiting'), lines: [{ of: 'another build' }] };
  expect(withWaiting([], [unreadable])).toEqual([]);
});

it('assigns both entries to one merged change of their row, and no entry to another change of the row', () => {
  const [first, second] = [putBack('tasks', 't', '01'), putBack('tasks', 'other', '02')];
  const merged = { ...waiting(first, 'waiting'), lines: [first, second] };
  const plain = { ...waiting(first, 'waiting'), id: '2', lines: [] };
  expect(itemOf(first, [plain, merged])).toBe(merged);
  expect(itemOf(second, [plain, merged])).toBe(merged);
  expect(itemOf(first, [plain])).toBeUndefined();
});
