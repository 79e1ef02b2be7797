import type { Migration } from './migration.ts';

/** Views of the task overview that a person has saved. */
export const savedViews: Migration = {
  name: '0044-saved-views',
  up: async ({ createTable }) => {
    await createTable({
      name: 'saved_views',
      columns: {
        org_id: 'text',
        owner: 'text',
        id: 'text',
        scope: 'text',
        v: 'integer',
        name: 'text',
        search: 'text',
        hidden: 'text',
        created_at: 'text',
      },
      primaryKey: ['org_id', 'owner', 'id'],
    });
  },
};
