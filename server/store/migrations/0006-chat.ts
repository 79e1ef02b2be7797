import type { TableDefinition } from '../ddl.ts';
import type { Migration } from './migration.ts';

/** Conversations, their messages and read positions, notifications, and the tables of sockets and pushes. */
export const chat: Migration = {
  name: '0006-chat',
  up: async ({ createTable }) => {
    for (const table of TABLES) await createTable(table);
  },
};

const ORG_KEY = { org_id: 'text', id: 'text', scope: 'text', v: 'integer' } as const;
const BY_SCOPE = ['org_id', 'scope', 'id'] as const;

const TABLES: readonly TableDefinition[] = [
  {
    name: 'groups',
    columns: {
      ...ORG_KEY,
      number: 'integer?',
      name: 'text',
      created_by: 'text',
      created_at: 'text',
    },
    primaryKey: ['org_id', 'id'],
    indexes: [BY_SCOPE, ['unique', 'number']],
  },
  {
    name: 'group_members',
    columns: { ...ORG_KEY, group: 'text', organization_user: 'text', created_at: 'text' },
    primaryKey: ['org_id', 'id'],
    indexes: [BY_SCOPE, ['org_id', 'organization_user']],
  },
  {
    name: 'conversations',
    columns: { ...ORG_KEY, last_seq: 'integer', last_at: 'text', low: 'text?', high: 'text?' },
    primaryKey: ['org_id', 'id'],
    indexes: [BY_SCOPE, ['org_id', 'low'], ['org_id', 'high']],
  },
  {
    name: 'messages',
    columns: {
      ...ORG_KEY,
      seq: 'integer',
      author: 'text',
      text: 'text',
      reply_to: 'text?',
      attachment: 'text?',
      edited: 'integer',
      deleted: 'integer',
      created_at: 'text',
    },
    primaryKey: ['org_id', 'id'],
    // Ranges are read by number; no read uses the order of ids.
    indexes: [['org_id', 'scope', 'seq']],
  },
  {
    name: 'message_marks',
    columns: { ...ORG_KEY, organization_user: 'text', seen: 'integer', delivered: 'integer' },
    primaryKey: ['org_id', 'id'],
    indexes: [BY_SCOPE],
  },
  {
    name: 'notifications',
    columns: {
      ...ORG_KEY,
      kind: 'text',
      actor: 'text',
      project: 'text',
      task: 'text',
      comment: 'text?',
      count: 'integer',
      at: 'text',
    },
    primaryKey: ['org_id', 'id'],
    indexes: [BY_SCOPE],
  },
  {
    name: 'project_mutes',
    columns: { ...ORG_KEY, project: 'text', created_at: 'text' },
    primaryKey: ['org_id', 'id'],
    indexes: [BY_SCOPE],
  },
  {
    name: 'socket_tickets',
    columns: {
      digest: 'text',
      session_id: 'text',
      user_id: 'text',
      org_id: 'text',
      expires_at: 'integer',
    },
    primaryKey: ['digest'],
    indexes: [['expires_at']],
  },
  {
    name: 'push_subscriptions',
    columns: {
      id: 'text',
      user_id: 'text',
      session_id: 'text',
      endpoint: 'text',
      p256dh: 'text',
      auth: 'text',
      shows_text: 'integer',
      created_at: 'integer',
    },
    primaryKey: ['id'],
    indexes: [['user_id'], ['session_id'], ['unique', 'endpoint']],
  },
  {
    name: 'server_keys',
    columns: { name: 'text', value: 'text' },
    primaryKey: ['name'],
    narrow: true,
  },
];
