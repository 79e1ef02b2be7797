import { noteTags } from '../../../model/entities/note-tag.ts';
import { type Note, notes, tagsOf } from '../../../model/entities/note.ts';
import { presentNote, presentNoteTag } from '../../present/notes.ts';
import type { Route } from '../pipeline.ts';
import { defineResource } from './define-resource.ts';
import { idFilter, idOrEmptyFilter } from './filters.ts';
import { rowsOf } from '../../present/read-rows.ts';

/** Notes are personal: a request for another person's notes finds nothing. */
const noteList = defineResource({
  path: 'note/list/',
  summary: "One's own notes, newest first",
  filters: { created_by: idFilter, tags: idOrEmptyFilter },
  read: async (reads, { created_by, tags }) => {
    if (created_by !== undefined && created_by !== reads.actor.orgUserId) return { data: [] };
    const rows = await rowsOf(reads, notes, {
      order: ['created_at'],
    });
    const isListed = (note: Note) =>
      tags === undefined || tags === '' || tagsOf(note).includes(tags);
    return { data: rows.filter(isListed).toReversed().map(presentNote) };
  },
});

const noteTagList = defineResource({
  path: 'note-tag/list/',
  summary: "One's own tags for notes",
  filters: { created_by: idFilter },
  read: async (reads, { created_by }) => {
    if (created_by !== undefined && created_by !== reads.actor.orgUserId) return { data: [] };
    const rows = await rowsOf(reads, noteTags, { order: ['name'] });
    return { data: rows.filter(({ deleted }) => !deleted).map(presentNoteTag) };
  },
});

export const NOTE_RESOURCES: readonly Route[] = [noteList, noteTagList];
