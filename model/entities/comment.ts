import { defineEntity } from './define-entity.ts';
import {
  bool,
  file,
  instant,
  longText,
  text,
  oldOf,
  type OldValue,
  type Restoration,
} from './fields.ts';

/** A comment on a task (board spec, 3). Deleting is soft: the row stays, its text is emptied. */
export const comments = defineEntity(
  {
    table: 'comments',
    noun: 'comment',
    stream: 'org',
    fields: {
      project: text({ refers: 'projects', csv: 'Project' }),
      task: text({ csv: 'Task' }),
      /** Organisation user who wrote it; REST shows the team member. */
      author: text({ refers: 'people', csv: 'Author' }),
      comment: longText({
        label: /*i18n*/ 'Text',
        csv: 'Comment',
        value: 'mentions',
        restore: commentText,
      }),
      attachment: file({ label: /*i18n*/ 'File', csv: 'Attachment' }),
      edited: bool({ csv: 'Edited' }),
      deleted: bool({ csv: 'Deleted' }),
      created_at: instant({ csv: 'Written at' }),
    },
    /**
     * `gone` is the task of a deleted comment and missing from all others, so that a count is free
     * where there is none.
     */
    indexes: ['[task+created_at+id]', 'gone'],
    erase: { fields: ['comment', 'attachment'], when: 'after-undo' },
  },
  (comment) => ({ gone: comment.deleted ? comment.task : undefined }),
);
export type Comment = ReturnType<typeof comments.parse>;

/** An edit is restored as an edit; a deletion is undone together with its file. */
function commentText({ id, before, after, together }: OldValue): Restoration {
  const isDeletion = together.some((one) => one.field === 'deleted' && one.after === true);
  const attachment = oldOf(together, 'attachment') ?? null;
  return isDeletion
    ? { mutation: 'comment-restore', args: { id, comment: before, attachment } }
    : { mutation: 'comment-edit', args: { id, comment: before, comment_base: after } };
}
