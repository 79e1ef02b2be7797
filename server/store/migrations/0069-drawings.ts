import { columnType } from '../ddl.ts';
import type { Migration } from './migration.ts';

/** The image that a drawing was made on, with the index by which the sweep finds the drawings of an image. */
export const drawings: Migration = {
  name: '0069-drawings',
  up: async ({ kind, run }) => {
    await run(`alter table files add column drawn_on ${columnType(kind, 'text?')}`);
    await run(
      'create index files_drawn_on_index on files (org_id, drawn_on) where drawn_on is not null',
    );
  },
};
