import type { Migration } from './migration.ts';

/** People with an open socket, of all processes; `at` is the last heartbeat in milliseconds. */
export const presence: Migration = {
  name: '0044-presence',
  up: async ({ createTable }) => {
    await createTable({
      name: 'presence',
      narrow: true,
      columns: { org_id: 'text', org_user: 'text', at: 'integer' },
      primaryKey: ['org_id', 'org_user'],
    });
  },
};
