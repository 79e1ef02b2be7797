import { type Note, notes } from '../../../model/entities/note.ts';
import { type NoteTag, noteTags } from '../../../model/entities/note-tag.ts';
import { type AccountDb, rows } from '../database.ts';

/** Notes of a person, newest first; with `tag`, only those with that tag. */
export async function notesNewestFirst(db: AccountDb, tag?: string): Promise<readonly Note[]> {
  if (tag === undefined) return rows(db, notes).orderBy('created_at').reverse().toArray();
  const tagged = await rows(db, notes).where('tags').equals(tag).sortBy('created_at');
  return tagged.toReversed();
}

/** Note tags of a person, by name. */
export function noteTagsByName(db: AccountDb): Promise<readonly NoteTag[]> {
  // Sorted in memory: on a shared computer the index has tokens in place of names.
  return rows(db, noteTags).toCollection().sortBy('name');
}
