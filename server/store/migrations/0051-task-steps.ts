import type { Migration } from './migration.ts';

/** Steps of the sign-off of tasks. */
export const taskSteps: Migration = {
  name: '0051-task-steps',
  up: async ({ createTable }) => {
    await createTable({
      name: 'task_steps',
      columns: {
        org_id: 'text',
        id: 'text',
        scope: 'text',
        v: 'integer',
        project: 'text',
        task: 'text',
        kind: 'text',
        people: 'text',
        remark: 'text',
        done_at: 'text',
        arrived_at: 'text?',
        clock_offset: 'integer?',
        created_by: 'text',
      },
      primaryKey: ['org_id', 'id'],
      indexes: [
        ['org_id', 'scope', 'id'],
        ['org_id', 'task', 'done_at', 'id'],
      ],
    });
  },
};
