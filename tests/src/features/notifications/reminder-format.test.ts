import { describe, expect, it } from 'vitest';
import { addDays, localDay } from '../../../../model/shared/dates.ts';
import { deviceOffset } from '../../../../src/data/local-time.ts';
import { reminderText } from '../../../../src/features/notifications/reminder-format.ts';

const now = Date.parse('2026-11-25T12:00:00Z');
const today = localDay(now, deviceOffset(now));

describe('the text of a reminder', () => {
  it.each([
    ['“Rope” is due tomorrow', addDays(today, 1)],
    ['“Rope” is due today', today],
    ['“Rope” was due yesterday', addDays(today, -1)],
    ['“Rope” was due on 20 Nov', '2026-11-20'],
    ['Reminder: Rope', null],
  ])('%s', (text, due) => {
    const reminder = {
      id: 'rope',
      kind: 'todo',
      name: 'Rope',
      project: undefined,
      due,
      at: now,
    } as const;
    expect(reminderText({ ...reminder, isRead: false }, now)).toBe(text);
  });
});
