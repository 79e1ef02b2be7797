import type { TableDefinition } from '../ddl.ts';
import type { Migration } from './migration.ts';

/**
 * Teams and invitations; the invitation of each mail in the queue; and the activity log in the order of its writes, for
 * the page that shows it.
 */
export const administration: Migration = {
  name: '0005-administration',
  up: async ({ kind, run, createTable }) => {
    for (const table of TABLES) await createTable(table);
    const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
    await run(`alter table mail_queue add column invitation ${text}`);
    await run('create index activity_stream_v_index on activity (stream, v)');
  },
};

const ORG_KEY = { org_id: 'text', id: 'text', scope: 'text', v: 'integer' } as const;
const BY_SCOPE = ['org_id', 'scope', 'id'] as const;

const TABLES: readonly TableDefinition[] = [
  {
    name: 'teams',
    columns: {
      ...ORG_KEY,
      name: 'text',
      members: 'text',
      created_by: 'text',
      created_at: 'text',
    },
    primaryKey: ['org_id', 'id'],
    indexes: [BY_SCOPE],
  },
  {
    name: 'invitations',
    columns: {
      ...ORG_KEY,
      email: 'text',
      role: 'text',
      organization_user: 'text?',
      invited_by: 'text',
      sent_at: 'text',
      expires_at: 'text',
      state: 'text',
      mail: 'text',
      created_at: 'text',
    },
    primaryKey: ['org_id', 'id'],
    indexes: [BY_SCOPE],
  },
  {
    // The secret of an invitation's link, as a digest.
    name: 'invitation_links',
    narrow: true,
    columns: { digest: 'text', org_id: 'text', invitation: 'text', expires_at: 'integer' },
    primaryKey: ['digest'],
    indexes: [['org_id', 'invitation']],
  },
];
