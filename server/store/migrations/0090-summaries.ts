import { addColumn, type Migration } from './migration.ts';

const COLUMNS = ['tasks', 'tasks_a', 'tasks_b', 'tasks_c', 'tasks_d'] as const;

/**
 * Summaries of projects (OUT-6): count and digests of the tasks of each scope, which were among its `rows` before and
 * are counted anew at the start, and whether a device has summaries.
 */
export const summaries: Migration = {
  name: '0090-summaries',
  up: async (context) => {
    // Without this mark all digests are counted anew (`refreshScopeDigests`).
    await context.run("delete from scope_digests where stream = ''");
    const added = { type: 'integer', fallback: 0 } as const;
    for (const column of COLUMNS) {
      await addColumn('', 'scope_digests', { column, ...added }).up(context);
    }
    // Own open tasks are found among a million without reading them: a first download asks for their projects.
    await context.run(
      'create index tasks_open_assigned_to_index on tasks (org_id, assigned_to, project) where is_completed = 0',
    );
    await context.run(
      "create index tasks_open_assigned_users_index on tasks (org_id, project) where is_completed = 0 and assigned_users <> '[]'",
    );
    await context.run(
      'create index tasks_open_done_index on tasks (org_id, created_by, project) where is_completed = 0 and is_completed_employee = 1',
    );
    await addColumn('', 'device_cursors', { column: 'summarized', ...added }).up(context);
  },
};
