import type { Migration } from './migration.ts';

/** Files of tasks; the index on `file` is for the sweep, which asks for each file whether a row names it. */
export const taskFiles: Migration = {
  name: '0032-task-files',
  up: async ({ createTable }) => {
    await createTable({
      name: 'task_files',
      columns: {
        org_id: 'text',
        id: 'text',
        scope: 'text',
        v: 'integer',
        project: 'text',
        task: 'text',
        rank: 'text',
        file: 'text?',
        caption: 'text',
        removed_at: 'text?',
        created_by: 'text',
        created_at: 'text',
      },
      primaryKey: ['org_id', 'id'],
      indexes: [
        ['org_id', 'scope', 'id'],
        ['org_id', 'task', 'rank', 'id'],
        ['org_id', 'file'],
      ],
    });
  },
};
