import { describe, expect, it } from 'vitest';
import type { Notification } from '../../../../model/entities/notification.ts';
import { inboxOf } from '../../../../src/features/notifications/inbox.ts';

function news(kind: Notification['kind'], task: string, change: Partial<Notification> = {}) {
  return {
    id: `${kind}.${task}.7`,
    scope: 'inbox:7',
    v: 1,
    kind,
    actor: '8',
    project: 'p',
    task,
    comment: null,
    count: 1,
    at: '2026-11-24T10:00:00Z',
    read_at: null,
    ...change,
  };
}

const READ = { read_at: '2026-11-24T11:00:00Z' };
const chat = {
  conversation: 'direct:7:8',
  name: 'Ben',
  image: null,
  to: { kind: 'direct', user: '3' },
  count: 2,
  at: '2026-11-24T10:30:00Z',
  lastSeq: 5,
} as const;

describe('the inbox of the bell', () => {
  it('has one entry a task with its latest text and the number of events, newest first', () => {
    const entries = inboxOf(
      'Unread',
      [chat],
      [
        news('assigned', 'rope', { at: '2026-11-24T09:00:00Z' }),
        news('commented', 'rope', { count: 3, at: '2026-11-24T11:00:00Z' }),
        news('assigned', 'pegs'),
      ],
    );
    expect(entries.map(({ key, count }) => [key, count])).toEqual([
      ['rope', 4],
      ['direct:7:8', 2],
      ['pegs', 1],
    ]);
    expect(entries[0]).toMatchObject({ latest: { kind: 'commented' }, isRead: false });
  });

  it('leaves out what was read; under All it is there, and an unread one makes its task unread', () => {
    const rows = [
      news('assigned', 'rope', READ),
      news('commented', 'rope', { count: 2 }),
      news('assigned', 'pegs', READ),
    ];
    expect(inboxOf('Unread', [], rows).map(({ key, count }) => [key, count])).toEqual([
      ['rope', 2],
    ]);
    expect(inboxOf('All', [], rows).map(({ key, isRead }) => [key, isRead])).toEqual([
      ['rope', false],
      ['pegs', true],
    ]);
  });

  it('shows rows that an older build stored as unread', () => {
    const { read_at: _read, ...older } = news('assigned', 'rope');
    // oxlint-disable-next-line typescript/consistent-type-assertions -- a stored row is not parsed again
    expect(inboxOf('Unread', [], [older as Notification])).toHaveLength(1);
  });
});
