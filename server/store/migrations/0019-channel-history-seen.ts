import type { Migration } from './migration.ts';

/** How far back those who came into a channel later have read what was written before; nobody has told it so far. */
export const channelHistorySeen: Migration = {
  name: '0019-channel-history-seen',
  up: async ({ kind, run }) => {
    const integer = kind === 'sqlite' ? 'integer' : 'bigint';
    await run(`alter table message_marks add column back ${integer} not null default 0`);
  },
};
