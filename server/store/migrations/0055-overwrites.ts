import type { Migration } from './migration.ts';

/** Values that were replaced by somebody who had not seen them (WRITE-4.6). */
export const overwrites: Migration = {
  name: '0055-overwrites',
  up: async ({ createTable }) => {
    await createTable({
      name: 'overwrites',
      columns: {
        org_id: 'text',
        id: 'text',
        scope: 'text',
        v: 'integer',
        project: 'text',
        task: 'text',
        tbl: 'text',
        row: 'text',
        field: 'text',
        lost: 'text?',
        lost_by: 'text',
        lost_at: 'text',
        lost_claimed_at: 'text?',
        kept: 'text?',
        kept_by: 'text',
        kept_at: 'text',
        kept_claimed_at: 'text?',
      },
      primaryKey: ['org_id', 'id'],
      indexes: [
        ['org_id', 'scope', 'id'],
        ['org_id', 'task'],
      ],
    });
  },
};
