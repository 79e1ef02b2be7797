import { addColumn, type Migration } from './migration.ts';

/** Times of deletion (decision 0091): 30 days is the time that was fixed before. */
export const deletionForGood: Migration = {
  name: '0073-deletion-for-good',
  up: async (context) => {
    const days = { type: 'integer', fallback: 30 } as const;
    await addColumn('', 'organizations', { column: 'erase_after_days', ...days }).up(context);
    for (const table of ['projects', 'workspaces']) {
      await addColumn('', table, { column: 'deleted_at', type: 'text?' }).up(context);
    }
    // The daily run searches for them in each organisation; few tasks are deleted.
    await context.run(
      'create index tasks_deleted_at_index on tasks (org_id, deleted_at) where deleted_at is not null',
    );
  },
};
