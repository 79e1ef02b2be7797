import { rankSchema } from '../shared/rank.ts';
import { archivedColumn } from './card.ts';
import { defineEntity } from './define-entity.ts';
import { field, file, instant, nullableInstant, text } from './fields.ts';

/**
 * A file of a task, besides its image. Name, type and size are those of the row of `files`. A
 * removed one keeps its file for two weeks (server/files/sweep.ts), so that it can be restored with
 * its bytes. Indexed by
 * `lane` and rank: `lane` is the task, `archived:<task>` for removed ones.
 */
export const taskFiles = defineEntity(
  {
    table: 'task_files',
    noun: 'task file',
    stream: 'org',
    fields: {
      project: text(),
      task: text(),
      rank: field(rankSchema, 'text'),
      file: file(),
      caption: text({ restore: 'task-file-edit' }),
      removed_at: nullableInstant({
        restore: ({ id, before }) => ({
          mutation: 'task-file-edit',
          args: { id, status: before === null },
        }),
      }),
      created_by: text({ refers: 'people' }),
      created_at: instant(),
    },
    indexes: ['[lane+rank+id]'],
  },
  (row) => ({ lane: row.removed_at === null ? row.task : archivedColumn(row.task) }),
);
export type TaskFile = ReturnType<typeof taskFiles.parse>;
