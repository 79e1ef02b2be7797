import type { Migration } from './migration.ts';

/** The personal Todo list. */
export const personal: Migration = {
  name: '0004-personal',
  up: async ({ createTable }) => {
    await createTable({
      name: 'todos',
      columns: {
        org_id: 'text',
        owner: 'text',
        id: 'text',
        scope: 'text',
        v: 'integer',
        name: 'text',
        status: 'integer',
        rank: 'text',
        made_at: 'text',
        created_by: 'text',
        created_at: 'text',
      },
      primaryKey: ['org_id', 'owner', 'id'],
    });
  },
};
