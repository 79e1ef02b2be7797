import type { Migration } from './migration.ts';

/** Version up to which a person has seen a task (RECEIPT-4): one row per person and task. */
export const taskSeen: Migration = {
  name: '0067-task-seen',
  up: async ({ createTable }) => {
    await createTable({
      name: 'task_seen',
      columns: {
        org_id: 'text',
        task: 'text',
        person: 'text',
        epoch: 'text',
        v: 'integer',
      },
      primaryKey: ['org_id', 'task', 'person'],
    });
  },
};
