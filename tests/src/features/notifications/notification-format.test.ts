import { expect, it } from 'vitest';
import { textOf } from '../../../../src/features/notifications/notification-format.ts';

it.each([
  ['Mia assigned “Rope” to you', 'Rope', null],
  ['Mia assigned a subtask of “Rope” to you', 'Rope', 'knot'],
  ['Mia assigned a task to you', undefined, null],
  ['Mia assigned a subtask to you', undefined, 'knot'],
])('an assignment reads: %s', (text, task, subtask) => {
  expect(textOf({ kind: 'assigned', count: 1, subtask }, 'Mia', task)).toBe(text);
});

it('a notification from before subtasks were in it is about its task', () => {
  expect(textOf({ kind: 'assigned', count: 1 }, 'Mia', 'Rope')).toBe('Mia assigned “Rope” to you');
});
