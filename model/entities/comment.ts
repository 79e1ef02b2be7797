import * as v from 'valibot';
import { defineEntity } from './define-entity.ts';

/** A comment on a task (board spec, 3). Deleting is soft: the row stays, its text is emptied. */
export const comments = defineEntity(
  {
    table: 'comments',
    stream: 'org',
    fields: {
      project: v.string(),
      task: v.string(),
      /** Organisation user who wrote it; the REST edge shows the team member. */
      author: v.string(),
      comment: v.string(),
      attachment: v.nullable(v.string()),
      edited: v.boolean(),
      deleted: v.boolean(),
      created_at: v.string(),
    },
    columns: {
      project: 'text',
      task: 'text',
      author: 'text',
      comment: 'text',
      attachment: 'text',
      edited: 'boolean',
      deleted: 'boolean',
      created_at: 'text',
    },
    /** `gone` is the task of a deleted comment and missing on all others: counting costs nothing where none is. */
    indexes: ['[task+created_at+id]', 'gone'],
    longTexts: ['comment'],
    files: ['attachment'],
    erase: { fields: ['comment', 'attachment'], when: 'after-undo' },
  },
  (comment) => ({ gone: comment.deleted ? comment.task : undefined }),
);
export type Comment = ReturnType<typeof comments.parse>;
