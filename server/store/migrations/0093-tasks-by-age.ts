import type { Migration } from './migration.ts';

/** Lists over all tasks of an organisation are read by age, a few thousand at a time. */
export const tasksByAge: Migration = {
  name: '0093-tasks-by-age',
  up: async ({ run }) => {
    await run('create index tasks_age_index on tasks (org_id, created_at, id)');
  },
};
