import type { Migration } from './migration.ts';
import type { TableDefinition } from '../ddl.ts';

/**
 * The synced rows, their streams, and the protocol's own tables. Frozen with the first release: later changes are
 * migrations of their own.
 */
export const spine: Migration = {
  name: '0001-spine',
  up: async ({ createTable }) => {
    for (const table of [...ROWS, ...PROTOCOL]) await createTable(table);
  },
};

const ORG_KEY = { org_id: 'text', id: 'text', scope: 'text', v: 'integer' } as const;
/** Personal rows are found by their owner, an organisation user, before their id. */
const OWN_KEY = { org_id: 'text', owner: 'text', id: 'text', scope: 'text', v: 'integer' } as const;
const BY_SCOPE = ['org_id', 'scope', 'id'] as const;

const ROWS: readonly TableDefinition[] = [
  {
    name: 'organizations',
    columns: {
      ...ORG_KEY,
      name: 'text',
      special_role: 'integer',
      created_at: 'text',
    },
    primaryKey: ['org_id', 'id'],
    indexes: [BY_SCOPE],
  },
  {
    name: 'role_levels',
    columns: {
      ...ORG_KEY,
      name: 'text',
      order: 'integer',
      get_access: 'integer',
      post_access: 'integer',
      patch_access: 'integer',
      delete_access: 'integer',
      created_at: 'text',
    },
    primaryKey: ['org_id', 'id'],
    indexes: [BY_SCOPE],
  },
  {
    name: 'role_categories',
    columns: {
      ...ORG_KEY,
      name: 'text',
      short_name: 'text',
      created_at: 'text',
    },
    primaryKey: ['org_id', 'id'],
    indexes: [BY_SCOPE],
  },
  {
    name: 'roles',
    columns: {
      ...ORG_KEY,
      name: 'text',
      short_name: 'text',
      role_category: 'text',
      level: 'text',
      created_at: 'text',
    },
    primaryKey: ['org_id', 'id'],
    indexes: [BY_SCOPE],
  },
  {
    name: 'org_users',
    columns: {
      ...ORG_KEY,
      user: 'text',
      display_name: 'text',
      email: 'text',
      phone_number: 'text',
      profile_image: 'text?',
      user_role: 'text',
      active: 'integer',
      joined: 'integer',
      created_at: 'text',
    },
    primaryKey: ['org_id', 'id'],
    indexes: [BY_SCOPE, ['user'], ['unique', 'id']],
  },
  {
    name: 'flags',
    columns: {
      ...ORG_KEY,
      name: 'text',
      colour_code: 'text',
      order: 'integer',
    },
    primaryKey: ['org_id', 'id'],
    indexes: [BY_SCOPE],
  },
  {
    name: 'workspaces',
    columns: {
      ...ORG_KEY,
      name: 'text',
      desc: 'text',
      image: 'text?',
      created_by: 'text',
      created_at: 'text',
    },
    primaryKey: ['org_id', 'id'],
    indexes: [BY_SCOPE],
  },
  {
    name: 'projects',
    columns: {
      ...ORG_KEY,
      workspace: 'text',
      name: 'text',
      slug: 'text',
      description: 'text',
      background_image: 'text?',
      status: 'integer',
      created_by: 'text',
      created_at: 'text',
    },
    primaryKey: ['org_id', 'id'],
    indexes: [BY_SCOPE, ['org_id', 'workspace']],
  },
  {
    name: 'team_members',
    columns: {
      ...ORG_KEY,
      project: 'text',
      organization_user: 'text',
      created_at: 'text',
    },
    primaryKey: ['org_id', 'id'],
    indexes: [BY_SCOPE, ['org_id', 'organization_user']],
  },
  {
    name: 'cards',
    columns: {
      ...ORG_KEY,
      project: 'text',
      name: 'text',
      rank: 'text',
      status: 'integer',
      created_by: 'text',
      created_at: 'text',
    },
    primaryKey: ['org_id', 'id'],
    indexes: [BY_SCOPE, ['org_id', 'project', 'rank', 'id']],
  },
  {
    name: 'tasks',
    columns: {
      ...ORG_KEY,
      project: 'text',
      card: 'text',
      rank: 'text',
      name: 'text',
      description: 'text',
      description_v: 'integer',
      flag: 'text?',
      label: 'text?',
      start_date: 'text?',
      end_date: 'text?',
      document: 'text?',
      status: 'integer',
      created_by: 'text',
      created_at: 'text',
      assigned_to: 'text?',
      assigned_users: 'text',
      ticks: 'text',
      collaborators: 'text',
      is_completed: 'integer',
      is_completed_at: 'text?',
      is_completed_employee: 'integer',
      is_completed_emp_at: 'text?',
    },
    primaryKey: ['org_id', 'id'],
    indexes: [BY_SCOPE, ['org_id', 'card', 'rank', 'id']],
  },
  {
    name: 'comments',
    columns: {
      ...ORG_KEY,
      project: 'text',
      task: 'text',
      author: 'text',
      comment: 'text',
      comment_v: 'integer',
      attachment: 'text?',
      edited: 'integer',
      deleted: 'integer',
      created_at: 'text',
    },
    primaryKey: ['org_id', 'id'],
    indexes: [BY_SCOPE, ['org_id', 'task', 'created_at']],
  },
  {
    name: 'note_tags',
    columns: {
      ...OWN_KEY,
      name: 'text',
      created_by: 'text',
      created_at: 'text',
    },
    primaryKey: ['org_id', 'owner', 'id'],
  },
  {
    name: 'notes',
    columns: {
      ...OWN_KEY,
      title: 'text',
      note: 'text',
      note_v: 'integer',
      tags: 'text',
      created_by: 'text',
      created_at: 'text',
    },
    primaryKey: ['org_id', 'owner', 'id'],
  },
];

const PROTOCOL: readonly TableDefinition[] = [
  {
    name: 'streams',
    narrow: true,
    columns: {
      stream: 'text',
      org_id: 'text',
      epoch: 'text',
      head: 'integer',
      floor: 'integer',
    },
    primaryKey: ['stream'],
  },
  {
    // Newest entry of each row in each scope that ever contained it.
    name: 'changes',
    narrow: true,
    columns: {
      stream: 'text',
      tbl: 'text',
      id: 'text',
      scope: 'text',
      v: 'integer',
      kind: 'text',
      moved_to: 'text?',
    },
    primaryKey: ['stream', 'tbl', 'id', 'scope'],
    indexes: [['stream', 'v']],
  },
  {
    name: 'clients',
    narrow: true,
    columns: {
      client_id: 'text',
      user_id: 'text',
      org_id: 'text',
      ack_through: 'integer',
    },
    primaryKey: ['client_id'],
  },
  {
    name: 'verdicts',
    narrow: true,
    columns: {
      client_id: 'text',
      seq: 'integer',
      body_hash: 'text',
      status: 'integer',
      version: 'integer?',
      answer: 'text',
    },
    primaryKey: ['client_id', 'seq'],
  },
  {
    // Overwritten values. `at` is the server's clock, `claimed_at` the device's, both in milliseconds.
    name: 'activity',
    columns: {
      stream: 'text',
      v: 'integer',
      tbl: 'text',
      row_id: 'text',
      field: 'text',
      org_user: 'text',
      at: 'integer',
      claimed_at: 'integer?',
      old: 'text?',
      new: 'text?',
    },
    primaryKey: ['stream', 'tbl', 'row_id', 'v', 'field'],
  },
  {
    name: 'counters',
    narrow: true,
    columns: { name: 'text', value: 'integer' },
    primaryKey: ['name'],
  },
];
