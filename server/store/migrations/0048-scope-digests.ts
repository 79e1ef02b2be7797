import type { Migration } from './migration.ts';

/**
 * Counts and digests of each scope (PULL-8), changed by each write: `rows` without details and without numbered rows,
 * `details` of details, `numbered` counts numbered rows. `_a` and `_b` are the sums of (id, v), `_c` and `_d` those of
 * the contents. `v` is the version that last changed the scope. Filled at the start (`server/store/scope-digests.ts`).
 */
export const scopeDigests: Migration = {
  name: '0048-scope-digests',
  up: async ({ createTable }) => {
    await createTable({
      name: 'scope_digests',
      narrow: true,
      columns: {
        stream: 'text',
        scope: 'text',
        v: 'integer',
        rows: 'integer',
        rows_a: 'integer',
        rows_b: 'integer',
        rows_c: 'integer',
        rows_d: 'integer',
        details: 'integer',
        details_a: 'integer',
        details_b: 'integer',
        details_c: 'integer',
        details_d: 'integer',
        numbered: 'integer',
      },
      primaryKey: ['stream', 'scope'],
      indexes: [['stream', 'v']],
    });
  },
};
