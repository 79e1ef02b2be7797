import { expect, it } from 'vitest';
import type { Reference } from '../../../../model/entities/fields.ts';
import { changeMessage } from '../../../../src/features/task/activity-text.ts';
import { claimOf } from '../../../../src/ui/text/claimed-time.ts';

const names = new Map<Reference, string>([
  ['people', 'Ben'],
  ['flags', 'High'],
  ['cards', 'Doing'],
  ['labels', 'Ropes'],
]);
const nameOf = (kind: Reference, id: string) => (id === 'gone' ? undefined : names.get(kind));

it('the activity of a task contains the names of referenced rows, and reports deleted ones', () => {
  const changes = [
    { field: 'card', before: 'gone', after: 'c2' },
    { field: 'assigned_to', before: null, after: '7' },
    { field: 'assigned_users', before: [], after: ['7', '8'] },
    { field: 'is_completed', before: false, after: true },
    { field: 'end_date', before: '2026-03-01', after: null },
    { field: 'document', before: null, after: 'f1' },
    { field: 'rank', before: 'V', after: 'W' },
  ];
  expect(changeMessage({ changes }, nameOf)).toEqual([
    { field: 'Stage', before: 'something that is gone', after: 'Doing' },
    { field: 'Assignee', before: 'none', after: 'Ben' },
    { field: 'Assignees', before: 'none', after: 'Ben, Ben' },
    { field: 'Completed', before: 'no', after: 'yes' },
    { field: 'Due date', before: 'Sunday, 1 March 2026', after: 'none' },
    { field: 'Image', before: 'none', after: 'an image' },
  ]);
});

it('the completion by one of several people contains the name, and a long text is truncated', () => {
  const changes = [
    { field: 'ticks', before: {}, after: { 7: '2026-03-01T10:00:00Z' } },
    { field: 'description', before: '', after: 'é'.repeat(1000) },
  ];
  expect(changeMessage({ changes }, nameOf)).toEqual([
    { field: 'Ticked by', before: 'none', after: 'Ben' },
    { field: 'Description', before: 'none', after: `${'é'.repeat(240)}…` },
  ]);
});

it('both times are shown when they differ by a minute', () => {
  const at = '2026-03-01T10:00:00.000Z';
  expect(claimOf({ at, claimed_at: null })).toBeUndefined();
  expect(claimOf({ at, claimed_at: '2026-03-01T09:59:30.000Z' })).toBeUndefined();
  expect(claimOf({ at, claimed_at: '2026-02-27T10:00:00.000Z' })).toBe('2026-02-27T10:00:00.000Z');
});
