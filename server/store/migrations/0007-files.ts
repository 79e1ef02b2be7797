import type { TableDefinition } from '../ddl.ts';
import type { Migration } from './migration.ts';

/** Files: their synced rows, and what only the server knows about their bytes. */
export const filesMigration: Migration = {
  name: '0007-files',
  up: async ({ createTable }) => {
    for (const table of TABLES) await createTable(table);
  },
};

const TABLES: readonly TableDefinition[] = [
  {
    name: 'files',
    columns: {
      org_id: 'text',
      id: 'text',
      scope: 'text',
      v: 'integer',
      name: 'text',
      media_type: 'text',
      size: 'integer',
      digest: 'text',
      kind: 'text',
      width: 'integer?',
      height: 'integer?',
      state: 'text',
      uploaded_by: 'text',
      created_at: 'text',
    },
    primaryKey: ['org_id', 'id'],
    indexes: [['org_id', 'scope', 'id'], ['id']],
  },
  {
    // What is served: the file itself, and of an image a small one beside it. `name` is its name in the storage.
    name: 'file_contents',
    columns: {
      org_id: 'text',
      file: 'text',
      variant: 'text',
      name: 'text',
      media_type: 'text',
      size: 'integer',
      digest: 'text',
      created_at: 'integer',
    },
    primaryKey: ['org_id', 'file', 'variant'],
    indexes: [['unique', 'name']],
  },
  {
    // Parts of an upload that is not complete yet.
    name: 'file_parts',
    columns: {
      org_id: 'text',
      file: 'text',
      n: 'integer',
      name: 'text',
      size: 'integer',
      created_at: 'integer',
    },
    primaryKey: ['org_id', 'file', 'n'],
    indexes: [['unique', 'name']],
  },
  {
    // Bytes of an organisation in the storage, parts on their way included.
    name: 'file_usage',
    columns: { org_id: 'text', bytes: 'integer' },
    primaryKey: ['org_id'],
  },
  {
    // Names in the storage that nothing refers to any more, and since when: a backup may still be copying them.
    name: 'file_trash',
    columns: { name: 'text', since: 'integer' },
    primaryKey: ['name'],
    indexes: [['since']],
  },
];
