import type { Migration } from './migration.ts';

/** From which message on somebody is in a channel; who is in one already has been there from the first. */
export const channelJoining: Migration = {
  name: '0018-channel-joining',
  up: async ({ kind, run }) => {
    const integer = kind === 'sqlite' ? 'integer' : 'bigint';
    await run(`alter table group_members add column since ${integer} not null default 0`);
  },
};
