import { defineEntity } from './define-entity.ts';
import { added, bool, instant, text } from './fields.ts';

/** A person's own tag for notes (board spec, 3). */
export const noteTags = defineEntity({
  table: 'note_tags',
  stream: 'user',
  fields: {
    name: text(),
    created_by: text({ refers: 'people' }),
    created_at: instant(),
    /** Kept, so that a restored tag is on its notes again. */
    deleted: added(bool(), false),
  },
  indexes: ['name'],
});
export type NoteTag = ReturnType<typeof noteTags.parse>;
