import { type Note, notes, tagsOf } from '../../../model/entities/note.ts';
import { type NoteTag, noteTags } from '../../../model/entities/note-tag.ts';
import { type AccountDb, rows } from '../database.ts';

/** Notes of a person, newest first; with `tag`, only those with that tag. */
export async function notesNewestFirst(db: AccountDb, tag?: string): Promise<readonly Note[]> {
  const all = await rows(db, notes).orderBy('created_at').reverse().toArray();
  return tag === undefined ? all : all.filter((note) => tagsOf(note).includes(tag));
}

/** Note tags of a person that are not deleted, by name. */
export async function noteTagsByName(db: AccountDb): Promise<readonly NoteTag[]> {
  // Sorted in memory: on a shared computer the index has tokens in place of names.
  const all = await rows(db, noteTags).toCollection().sortBy('name');
  return all.filter(({ deleted }) => !deleted);
}
