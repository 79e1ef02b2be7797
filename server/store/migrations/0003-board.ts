import type { Migration } from './migration.ts';
import type { TableDefinition } from '../ddl.ts';

/** Subtasks of tasks and labels of projects. */
export const board: Migration = {
  name: '0003-board',
  up: async ({ createTable }) => {
    for (const table of TABLES) await createTable(table);
  },
};

const ORG_KEY = { org_id: 'text', id: 'text', scope: 'text', v: 'integer' } as const;
const BY_SCOPE = ['org_id', 'scope', 'id'] as const;

const TABLES: readonly TableDefinition[] = [
  {
    name: 'subtasks',
    columns: {
      ...ORG_KEY,
      project: 'text',
      task: 'text',
      rank: 'text',
      name: 'text',
      start_date: 'text?',
      end_date: 'text?',
      document: 'text?',
      is_completed: 'integer',
      status: 'integer',
      created_by: 'text',
      created_at: 'text',
    },
    primaryKey: ['org_id', 'id'],
    indexes: [BY_SCOPE, ['org_id', 'task', 'rank', 'id']],
  },
  {
    name: 'labels',
    columns: {
      ...ORG_KEY,
      project: 'text',
      name: 'text',
      created_by: 'text',
      created_at: 'text',
    },
    primaryKey: ['org_id', 'id'],
    indexes: [BY_SCOPE],
  },
];
