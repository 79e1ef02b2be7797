import * as v from 'valibot';
import { defineEntity } from './define-entity.ts';

/** A personal note (board spec, 3). `tags` is the id of its one tag, as the specification has it. */
export const notes = defineEntity({
  table: 'notes',
  stream: 'user',
  fields: {
    title: v.string(),
    note: v.string(),
    tags: v.string(),
    created_by: v.string(),
    created_at: v.string(),
  },
  columns: { title: 'text', note: 'text', tags: 'text', created_by: 'text', created_at: 'text' },
  indexes: ['created_at', 'tags'],
  longTexts: ['note'],
  erase: { fields: ['title', 'note', 'tags'], when: 'at-once' },
});
export type Note = ReturnType<typeof notes.parse>;
