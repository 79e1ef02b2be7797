import { describe, expect, it } from 'vitest';
import type { Notification } from '../../../../model/entities/notification.ts';
import type { Reminder } from '../../../../src/data/reminders.ts';
import { inboxOf, unreadOf } from '../../../../src/features/notifications/inbox.ts';

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
    subtask: null,
    reason: null,
    count: 1,
    at: '2026-11-24T10:00:00Z',
    read_at: null,
    ...change,
  };
}

function reminder(id: string, change: Partial<Reminder> = {}): Reminder {
  const at = Date.parse('2026-11-24T09:00:00Z');
  return {
    id,
    kind: 'task',
    name: id,
    project: 'p',
    due: '2026-11-24',
    at,
    isRead: false,
    ...change,
  };
}

const NOTHING = { chats: [], notifications: [], reminders: [] } as const;
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
    const entries = inboxOf('Unread', {
      ...NOTHING,
      chats: [chat],
      notifications: [
        news('assigned', 'rope', { at: '2026-11-24T09:00:00Z' }),
        news('commented', 'rope', { count: 3, at: '2026-11-24T11:00:00Z' }),
        news('assigned', 'pegs'),
      ],
    });
    expect(entries.map(({ key, count }) => [key, count])).toEqual([
      ['rope', 4],
      ['direct:7:8', 2],
      ['pegs', 1],
    ]);
    expect(entries[0]).toMatchObject({ latest: { row: { kind: 'commented' } }, isRead: false });
  });

  it('puts the reminder of a task with its notifications, and shows the later of the two', () => {
    const reminders = [reminder('rope', { at: Date.parse('2026-11-24T12:00:00Z') })];
    const notifications = [news('commented', 'rope', { count: 2 })];
    expect(inboxOf('Unread', { chats: [], notifications, reminders })).toMatchObject([
      { key: 'rope', count: 3, latest: { kind: 'reminder' } },
    ]);
    const earlier = [reminder('rope', { at: Date.parse('2026-11-24T08:00:00Z') })];
    expect(inboxOf('Unread', { chats: [], notifications, reminders: earlier })).toMatchObject([
      { key: 'rope', count: 3, latest: { kind: 'notification' } },
    ]);
  });

  it('lists a reminder alone, under All also after it was read, and one of a todo by itself', () => {
    const reminders = [
      reminder('rope', { isRead: true }),
      reminder('stove', { kind: 'todo', project: undefined }),
    ];
    const sources = { ...NOTHING, reminders };
    expect(inboxOf('Unread', sources).map(({ kind, key }) => [kind, key])).toEqual([
      ['todo', 'stove'],
    ]);
    expect(inboxOf('All', sources).map(({ key, isRead }) => [key, isRead])).toEqual([
      ['rope', true],
      ['stove', false],
    ]);
  });

  it('leaves out what was read; under All it is there, and an unread one makes its task unread', () => {
    const rows = [
      news('assigned', 'rope', READ),
      news('commented', 'rope', { count: 2 }),
      news('assigned', 'pegs', READ),
    ];
    expect(
      inboxOf('Unread', { ...NOTHING, notifications: rows }).map(({ key, count }) => [key, count]),
    ).toEqual([['rope', 2]]);
    expect(
      inboxOf('All', { ...NOTHING, notifications: rows }).map(({ key, isRead }) => [key, isRead]),
    ).toEqual([
      ['rope', false],
      ['pegs', true],
    ]);
  });

  it('of its entries under All, what was read before is not marked as read again', () => {
    const entries = inboxOf('All', {
      chats: [chat],
      notifications: [news('assigned', 'rope', READ), news('commented', 'rope')],
      reminders: [
        reminder('rope', { isRead: true }),
        reminder('stove', { kind: 'todo', project: undefined }),
      ],
    });
    expect(unreadOf(entries)).toMatchObject({
      chats: [{ conversation: chat.conversation }],
      notifications: [{ kind: 'commented' }],
      reminders: [{ id: 'stove' }],
    });
  });

  it('shows rows that an older build stored as unread', () => {
    const { read_at: _read, ...older } = news('assigned', 'rope');
    // oxlint-disable-next-line typescript/consistent-type-assertions -- a stored row is not parsed again
    const notifications = [older as Notification];
    expect(inboxOf('Unread', { ...NOTHING, notifications })).toHaveLength(1);
  });
});
