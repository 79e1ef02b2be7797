import type { Migration } from './migration.ts';

/** Tasks whose notifications a person has muted. */
export const taskMutes: Migration = {
  name: '0031-task-mutes',
  up: async ({ createTable }) => {
    await createTable({
      name: 'task_mutes',
      columns: {
        org_id: 'text',
        id: 'text',
        scope: 'text',
        v: 'integer',
        task: 'text',
        created_at: 'text',
      },
      primaryKey: ['org_id', 'id'],
      indexes: [['org_id', 'scope', 'id']],
    });
  },
};
