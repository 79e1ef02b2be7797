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
    await addColumn('', 'device_cursors', { column: 'summarized', ...added }).up(context);
  },
};
