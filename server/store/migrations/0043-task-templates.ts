import type { Migration } from './migration.ts';

/** Templates for tasks of a project. */
export const taskTemplates: Migration = {
  name: '0043-task-templates',
  up: async ({ createTable }) => {
    await createTable({
      name: 'task_templates',
      columns: {
        org_id: 'text',
        id: 'text',
        scope: 'text',
        v: 'integer',
        project: 'text',
        name: 'text',
        description: 'text',
        flag: 'text?',
        label: 'text?',
        subtasks: 'text',
        created_by: 'text',
        created_at: 'text',
      },
      primaryKey: ['org_id', 'id'],
      indexes: [['org_id', 'scope', 'id']],
    });
  },
};
