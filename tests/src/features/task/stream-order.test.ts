import { describe, expect, it } from 'vitest';
import { type Comment, comments } from '../../../../model/entities/comment.ts';
import type { ActivityEntry } from '../../../../src/data/activity.ts';
import { renewed } from '../../../../src/data/activity.ts';
import { streamOf } from '../../../../src/features/task/stream-order.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 24, 9, minute)).toISOString();

function comment(minute: number): Comment {
  return comments.parse({
    id: `c${minute}`,
    scope: 'project:1',
    v: 1,
    project: '1',
    task: '2',
    comment: 'Text',
    author: '3',
    attachment: null,
    edited: false,
    deleted: false,
    created_at: at(minute),
    updated_at: at(minute),
  });
}

function entry(minute: number): ActivityEntry {
  return {
    version: minute,
    at: at(minute),
    claimed_at: null,
    by: { id: 3, display_name: 'Ada' },
    mutation: 'task-edit',
    table: 'tasks',
    noun: 'task',
    row: '2',
    name: 'Rope',
    action: 'changed',
    changes: [],
  };
}

const ids = (input: Parameters<typeof streamOf>[0]) =>
  streamOf(input).map((item) => (item.kind === 'comment' ? item.comment.id : item.entry.version));

const mixed = {
  comments: [comment(2), comment(5), comment(9)],
  entries: [entry(7), entry(4), entry(1)],
};

describe('comments and history of a task', () => {
  it('are one list by time, or one of the two', () => {
    expect(ids({ view: 'all', ...mixed, shown: 50 })).toEqual([1, 'c2', 4, 'c5', 7, 'c9']);
    expect(ids({ view: 'comments', ...mixed, shown: 50 })).toEqual(['c2', 'c5', 'c9']);
    expect(ids({ view: 'history', ...mixed, shown: 50 })).toEqual([1, 4, 7]);
  });

  it('begin with the first shown comment while earlier ones are not shown', () => {
    expect(ids({ view: 'all', ...mixed, shown: 2 })).toEqual(['c5', 7, 'c9']);
    expect(ids({ view: 'history', ...mixed, shown: 2 })).toEqual([1, 4, 7]);
  });
});

describe('a further read of the newest history', () => {
  it('keeps the earlier pages that meet it', () => {
    const known = { entries: [entry(4), entry(3), entry(2)], next: 2 };
    const page = renewed(known, { entries: [entry(5), entry(4)], next: 4 });
    expect(page.entries.map(({ version }) => version)).toEqual([5, 4, 3, 2]);
    expect(page.next).toBe(2);
  });

  it('replaces them when changes between them are missing', () => {
    const known = { entries: [entry(2)], next: null };
    const page = renewed(known, { entries: [entry(9), entry(8)], next: 8 });
    expect(page.entries.map(({ version }) => version)).toEqual([9, 8]);
    expect(page.next).toBe(8);
  });
});
