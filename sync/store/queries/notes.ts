import { type Note, notes } from '../../../model/entities/note.ts';
import { type NoteTag, noteTags } from '../../../model/entities/note-tag.ts';
import { type AccountDb, rows } from '../database.ts';

/** A person's notes, newest first; `tag` keeps those with that tag only. */
export async function notesNewestFirst(db: AccountDb, tag?: string): Promise<readonly Note[]> {
  if (tag === undefined) return rows(db, notes).orderBy('created_at').reverse().toArray();
  const tagged = await rows(db, notes).where('tags').equals(tag).sortBy('created_at');
  return tagged.toReversed();
}

/** A person's note tags by name. */
export function noteTagsByName(db: AccountDb): Promise<readonly NoteTag[]> {
  // Not by the index, which holds no words on a shared computer.
  return rows(db, noteTags).toCollection().sortBy('name');
}
