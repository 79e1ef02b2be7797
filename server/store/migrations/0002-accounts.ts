import type { Migration } from './migration.ts';
import type { TableDefinition } from '../ddl.ts';

/** Accounts, their sessions and links, and mails that are not sent yet. None of these tables is synced. */
export const accounts: Migration = {
  name: '0002-accounts',
  up: async ({ createTable }) => {
    for (const table of TABLES) await createTable(table);
  },
};

const TABLES: readonly TableDefinition[] = [
  {
    name: 'users',
    columns: {
      id: 'text',
      email: 'text',
      display_name: 'text',
      phone_number: 'text',
      profile_image: 'text?',
      password_hash: 'text?',
      mailbox_proved: 'integer',
      created_at: 'integer',
    },
    primaryKey: ['id'],
    indexes: [['unique', 'email']],
  },
  {
    name: 'sessions',
    columns: {
      id: 'text',
      user_id: 'text',
      cookie_digest: 'text',
      device_token: 'text?',
      created_at: 'integer',
      expires_at: 'integer',
    },
    primaryKey: ['id'],
    indexes: [['unique', 'cookie_digest'], ['user_id'], ['expires_at']],
  },
  {
    name: 'access_tokens',
    columns: { digest: 'text', session_id: 'text', expires_at: 'integer' },
    primaryKey: ['digest'],
    indexes: [['session_id'], ['expires_at']],
  },
  {
    name: 'one_time_tokens',
    columns: {
      digest: 'text',
      purpose: 'text',
      user_id: 'text',
      org_id: 'text',
      expires_at: 'integer',
    },
    primaryKey: ['digest'],
    indexes: [['user_id'], ['expires_at']],
  },
  {
    name: 'known_devices',
    columns: { digest: 'text', user_id: 'text', expires_at: 'integer' },
    primaryKey: ['digest', 'user_id'],
    indexes: [['expires_at']],
  },
  {
    name: 'mail_queue',
    columns: {
      id: 'text',
      recipient: 'text',
      subject: 'text',
      body: 'text',
      link: 'text?',
      written_at: 'integer',
      attempts: 'integer',
      next_at: 'integer',
      last_error: 'text?',
    },
    primaryKey: ['id'],
    indexes: [['next_at']],
  },
];
