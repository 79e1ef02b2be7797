import * as v from 'valibot';
import { defineEntity } from './define-entity.ts';

/** A comment on a task (board spec, 3). Deleting is soft: the row stays, its text is emptied. */
export const comments = defineEntity({
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
  indexes: ['[task+created_at+id]'],
  longTexts: ['comment'],
});
export type Comment = ReturnType<typeof comments.parse>;
