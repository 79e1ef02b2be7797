import type { Migration } from './migration.ts';

/**
 * Columns that people see of their own sessions, links that contain an address, and workspaces that can be archived. An
 * older session has no browser and counts as used when it was opened.
 */
export const account: Migration = {
  name: '0008-account',
  up: async ({ kind, run }) => {
    const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
    const integer = kind === 'sqlite' ? 'integer' : 'bigint';
    await run(`alter table sessions add column browser ${text}`);
    await run(`alter table sessions add column used_at ${integer}`);
    await run(`alter table sessions add column shared ${integer} not null default 0`);
    await run(`alter table one_time_tokens add column email ${text}`);
    await run(`alter table workspaces add column status ${integer} not null default 1`);
  },
};
