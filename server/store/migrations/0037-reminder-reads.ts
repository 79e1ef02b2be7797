import type { Migration } from './migration.ts';

/** Reminders that a person has read, by task or todo. */
export const reminderReads: Migration = {
  name: '0037-reminder-reads',
  up: async ({ createTable }) => {
    await createTable({
      name: 'reminder_reads',
      columns: {
        org_id: 'text',
        owner: 'text',
        id: 'text',
        scope: 'text',
        v: 'integer',
        read_at: 'text',
      },
      primaryKey: ['org_id', 'owner', 'id'],
    });
  },
};
