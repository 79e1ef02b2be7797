import type { Migration } from './migration.ts';

/** Columns of tables that grow without a limit, by table; the name of a file is in few of their rows. */
const REFERENCES = {
  tasks: 'document',
  subtasks: 'document',
  comments: 'attachment',
  messages: 'attachment',
} as const;

/**
 * Whether a row refers to a file is asked before the file goes (`server/files/sweep.ts`), behind the organisation's
 * lock: without an index each question read every task, comment and message of the organisation.
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
