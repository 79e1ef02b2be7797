import { useCallback } from 'react';
import type { NoteTag } from '../../model/entities/note-tag.ts';
import type { Note } from '../../model/entities/note.ts';
import { notesNewestFirst, noteTagsByName } from '../../sync/client/index.ts';
import { useAccount, useLive } from './client.tsx';

/** Notes of the person, newest first, of one tag or all; undefined while they are read. */
export function useNotes(tag?: string): readonly Note[] | undefined {
  return useLive((db) => notesNewestFirst(db, tag), [tag]);
}

/** Note tags of the person, by name; undefined while they are read. */
export function useNoteTags(): readonly NoteTag[] | undefined {
  return useLive(noteTagsByName, []);
}

/** Reads one note; undefined when this device has no such row. */
export function useFindNote(): (id: string) => Promise<Note | undefined> {
  const db = useAccount()?.db;
  return useCallback(
    async (id) =>
      db === undefined ? undefined : (await notesNewestFirst(db)).find((note) => note.id === id),
    [db],
  );
}
