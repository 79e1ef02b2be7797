import * as v from 'valibot';
import { defineEntity } from './define-entity.ts';

/** A person's own tag for notes (board spec, 3). */
export const noteTags = defineEntity({
  table: 'note_tags',
  stream: 'user',
  fields: { name: v.string(), created_by: v.string(), created_at: v.string() },
  columns: { name: 'text', created_by: 'text', created_at: 'text' },
  indexes: ['name'],
});
export type NoteTag = ReturnType<typeof noteTags.parse>;
