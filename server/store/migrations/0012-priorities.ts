import type { Migration } from './migration.ts';

/** Priorities that are no longer offered stay on the tasks that bear them. */
export const priorities: Migration = {
  name: '0012-priorities',
  up: async ({ kind, run }) => {
    const integer = kind === 'sqlite' ? 'integer' : 'bigint';
    await run(`alter table flags add column status ${integer} not null default 1`);
  },
};
