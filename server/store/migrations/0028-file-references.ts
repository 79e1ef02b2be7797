import type { Migration } from './migration.ts';

/** Columns of tables that grow without a limit, by table; few of their rows name a file. */
const REFERENCES = {
  tasks: 'document',
  subtasks: 'document',
  comments: 'attachment',
  messages: 'attachment',
} as const;

/**
 * The sweep searches for references to a file behind the organisation's lock (`server/files/sweep.ts`): without an
 * index each search read every task, comment and message of the organisation.
 */
export const fileReferences: Migration = {
  name: '0028-file-references',
  up: async ({ run }) => {
    for (const [table, column] of Object.entries(REFERENCES)) {
      await run(
        `create index ${table}_${column}_index on ${table} (org_id, ${column}) where ${column} is not null`,
      );
    }
  },
};
