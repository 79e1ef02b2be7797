import type { TableDefinition } from '../ddl.ts';
import type { Migration } from './migration.ts';

/** Files: their synced rows, and the server's own tables about their bytes. */
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
    // Served contents: the file itself, and for an image a thumbnail. `name` is its name in the storage.
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
    // Bytes of an organisation in the storage, including parts of unfinished uploads.
    name: 'file_usage',
    columns: { org_id: 'text', bytes: 'integer' },
    primaryKey: ['org_id'],
  },
  {
    // Names in the storage without a reference, with the time since when: a backup may still be copying them.
    name: 'file_trash',
    columns: { name: 'text', since: 'integer' },
    primaryKey: ['name'],
    indexes: [['since']],
  },
];
