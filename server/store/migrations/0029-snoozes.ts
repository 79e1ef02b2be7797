import type { Migration } from './migration.ts';

/** Tasks that a person has put off in Today. */
export const snoozes: Migration = {
  name: '0029-snoozes',
  up: async ({ createTable }) => {
    await createTable({
      name: 'snoozes',
      columns: {
        org_id: 'text',
        owner: 'text',
        id: 'text',
        scope: 'text',
        v: 'integer',
        task: 'text',
        until: 'text',
      },
      primaryKey: ['org_id', 'owner', 'id'],
    });
  },
};
