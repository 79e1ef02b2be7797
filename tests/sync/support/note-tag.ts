import { noteTags } from '../../../model/entities/note-tag.ts';

/** A small row on which no other table depends. */
export function tag(id: string, name: string) {
  return noteTags.parse({
    id,
    scope: 'me',
    v: 1,
    name,
    created_by: '1',
    created_at: '2026-11-21T09:00:00Z',
  });
}
