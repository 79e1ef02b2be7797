import type { Migration } from './migration.ts';

/**
 * Counts and figures over the tasks of many projects read this index alone, project by project. Archived tasks are never
 * counted. Without `assigned_users`: a list has no limit, and PostgreSQL refuses long index entries.
 */
export const countedTasks: Migration = {
  name: '0094-counted-tasks',
  up: async ({ run }) => {
    await run(
      `create index tasks_counted_index on tasks (org_id, scope, is_completed, flag, end_date,
         is_completed_employee, created_at, is_completed_at, is_completed_emp_at, assigned_to)
       where status = 1`,
    );
  },
};
