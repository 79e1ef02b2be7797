import { presentFields } from './fields.ts';
import { type NoteTag, noteTags } from '../../model/entities/note-tag.ts';
import { type Note, notes } from '../../model/entities/note.ts';

/** A note (board spec, 3); `tags` is the id of its first tag. */
export function presentNote(note: Note) {
  return {
    id: note.id,
    ...presentFields(notes, note),
  };
}

export function presentNoteTag(tag: NoteTag) {
  return {
    id: tag.id,
    ...presentFields(noteTags, tag),
  };
}
