import type { Migration } from './migration.ts';

/** Cookies that are replaced while a session is used, and limits for all processes together. */
export const signInSafety: Migration = {
  name: '0023-sign-in-safety',
  up: async ({ kind, run, createTable }) => {
    const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
    const integer = kind === 'sqlite' ? 'integer' : 'bigint';
    await run(`alter table sessions add column next_digest ${text}`);
    await run(`alter table sessions add column secret_at ${integer}`);
    await run('create index sessions_next_digest_index on sessions (next_digest)');
    await createTable({
      name: 'rate_limits',
      columns: { key: 'text', free_at: 'integer' },
      primaryKey: ['key'],
      indexes: [['free_at']],
      narrow: true,
    });
  },
};
