import type { Migration } from './migration.ts';

/**
 * Digests of the calls whose verdicts their client has acknowledged (WRITE-2.2): a copy of the client's profile may use
 * the same number for another call after a restore. `at` in milliseconds.
 */
export const settledKeys: Migration = {
  name: '0040-settled-keys',
  up: async ({ createTable }) => {
    await createTable({
      name: 'settled_keys',
      narrow: true,
      columns: { client_id: 'text', seq: 'integer', body_hash: 'text', at: 'integer' },
      primaryKey: ['client_id', 'seq'],
    });
  },
};
