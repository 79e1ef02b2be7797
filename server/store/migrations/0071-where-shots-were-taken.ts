import { columnType } from '../ddl.ts';
import type { Migration } from './migration.ts';

/** The places of shots, with the index by which they are removed, and the setting that allows them. */
export const whereShotsWereTaken: Migration = {
  name: '0071-where-shots-were-taken',
  up: async ({ kind, run }) => {
    await run(`alter table files add column place ${columnType(kind, 'text?')}`);
    await run('create index files_place_index on files (org_id) where place is not null');
    await run(
      `alter table organizations add column shot_places ${columnType(kind, 'integer')} default 0`,
    );
  },
};
