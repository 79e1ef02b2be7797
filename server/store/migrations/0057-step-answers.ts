import { columnType } from '../ddl.ts';
import type { Migration } from './migration.ts';

/** What a task asks for with "done", and what a step of its sign-off has of it (SIGN-3). */
export const stepAnswers: Migration = {
  name: '0057-step-answers',
  up: async ({ kind, run }) => {
    const list = `${columnType(kind, 'text')} default '[]'`;
    await run(`alter table tasks add column asks ${list}`);
    await run(`alter table task_steps add column photos ${list}`);
    await run(`alter table task_steps add column missing ${list}`);
    for (const column of ['signature', 'signed_as']) {
      await run(`alter table task_steps add column ${column} ${columnType(kind, 'text?')}`);
    }
    // The sweep searches for references to a file behind the organisation's lock.
    await run(`create index task_steps_photos_index on task_steps (org_id) where photos <> '[]'`);
  },
};
