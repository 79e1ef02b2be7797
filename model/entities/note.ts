import { defineEntity } from './define-entity.ts';
import { instant, longText, text } from './fields.ts';

/** A personal note (board spec, 3). `tags` is the id of its one tag, as in the specification. */
export const notes = defineEntity({
  table: 'notes',
  stream: 'user',
  fields: {
    title: text({ csv: 'Title' }),
    note: longText({ csv: 'Note' }),
    tags: text({ csv: 'Tag' }),
    created_by: text({ refers: 'people' }),
    created_at: instant({ csv: 'Created at' }),
  },
  indexes: ['created_at', 'tags'],
  erase: { fields: ['title', 'note', 'tags'], when: 'at-once' },
});
export type Note = ReturnType<typeof notes.parse>;
