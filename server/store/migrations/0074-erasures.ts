import type { Migration } from './migration.ts';

/**
 * Erasures that need several writes (decision 0091): projects whose row is erased and whose rest is not, and the
 * version up to which the activity log of a stream is erased. Found again by the next run after an interruption.
 */
export const erasures: Migration = {
  name: '0074-erasures',
  up: async ({ createTable }) => {
    await createTable({
      name: 'erasures',
      columns: { org_id: 'text', kind: 'text', id: 'text', up_to: 'integer' },
      primaryKey: ['org_id', 'kind', 'id'],
    });
  },
};
