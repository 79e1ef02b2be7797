import type { Migration } from './migration.ts';

/**
 * People who are to be erased, or who ask for it (decision 0094). `erase_at` is null until level 1 has decided: then the
 * daily run of the server erases the person from that instant on. Instants are milliseconds since 1970, UTC.
 */
export const personErasures: Migration = {
  name: '0076-person-erasures',
  up: async ({ createTable }) => {
    await createTable({
      name: 'person_erasures',
      columns: {
        org_id: 'text',
        person: 'text',
        asked_at: 'integer?',
        planned_by: 'text?',
        erase_at: 'integer?',
      },
      primaryKey: ['org_id', 'person'],
      indexes: [['erase_at']],
    });
  },
};
