import { noteTags } from '../../../model/entities/note-tag.ts';

/** A small row of a table that nothing else hangs on. */
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
