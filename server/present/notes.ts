import type { NoteTag } from '../../model/entities/note-tag.ts';
import type { Note } from '../../model/entities/note.ts';
import { edgeId } from './people.ts';

/** A note (board spec, 3); `tags` is the id of its one tag. */
export function presentNote(note: Note) {
  return {
    id: note.id,
    title: note.title,
    note: note.note,
    tags: note.tags,
    created_by: edgeId(note.created_by),
    created_at: note.created_at,
  };
}

export function presentNoteTag(tag: NoteTag) {
  return {
    id: tag.id,
    name: tag.name,
    created_by: edgeId(tag.created_by),
    created_at: tag.created_at,
  };
}
