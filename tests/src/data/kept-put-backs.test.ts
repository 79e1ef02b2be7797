import { expect, it } from 'vitest';
import type { ActivityEntry } from '../../../src/data/activity.ts';
import { type KeptPutBack, shownPutBacks } from '../../../src/data/kept-put-backs.ts';
import type { OutboxItem } from '../../../src/data/sync-status.ts';

const ME = '7';

function putBack(table: string, row: string): KeptPutBack {
  const entry: ActivityEntry = {
    version: 1,
    table,
    row,
    name: 'Bridge',
    action: 'changed',
    by: { id: ME, display_name: 'Ada' },
    at: '2026-01-02T03:04:05.000Z',
    claimed_at: null,
    changes: [{ field: 'name', before: 'New', after: 'Old' }],
  };
  return { entry, known: new Set() };
}

function waiting(table: string, rowId: string, state: OutboxItem['state']): OutboxItem {
  const words = { id: '1', description: 'Rename', ownText: '', reason: 'Only level 1' };
  return { ...words, state, at: 0, table, rowId, parents: [], group: '1' };
}

it('what was put back and waits stands under every filter of the history that it belongs to, and no other', () => {
  const kept = [putBack('tasks', 't'), putBack('projects', 'p')];
  const items = [waiting('tasks', 't', 'waiting'), waiting('projects', 'p', 'rejected')];
  const shown = (filters: { readonly kind?: string; readonly by?: string }) =>
    shownPutBacks(kept, items, filters).map(({ entry, refusal }) => [entry.row, refusal]);
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
