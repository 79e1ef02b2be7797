import type { NoteTag } from '../../model/entities/note-tag.ts';
import type { Note } from '../../model/entities/note.ts';
import { notesNewestFirst, noteTagsByName } from '../../sync/client/index.ts';
import { useLive } from './client.tsx';

/** The person's notes, newest first, of one tag or of all; undefined while they are read. */
export function useNotes(tag?: string): readonly Note[] | undefined {
  return useLive((db) => notesNewestFirst(db, tag), [tag]);
}

/** The person's note tags by name; undefined while they are read. */
export function useNoteTags(): readonly NoteTag[] | undefined {
  return useLive(noteTagsByName, []);
}
