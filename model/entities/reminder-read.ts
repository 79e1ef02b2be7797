import { defineEntity } from './define-entity.ts';
import { instant } from './fields.ts';

/**
 * Reminders of a task or todo that its person has read: all up to `read_at`. The id is the one of the task or todo.
 * Devices compute the reminders themselves; only this mark is stored.
 */
export const reminderReads = defineEntity({
  table: 'reminder_reads',
  stream: 'user',
  fields: {
    read_at: instant(),
  },
});
export type ReminderRead = ReturnType<typeof reminderReads.parse>;
