import { noteTags } from '../../../model/entities/note-tag.ts';
import { notes } from '../../../model/entities/note.ts';
import { noteCreate } from '../../../model/mutations/note-create.ts';
import { noteDelete } from '../../../model/mutations/note-delete.ts';
import { noteEdit } from '../../../model/mutations/note-edit.ts';
import { noteTagCreate } from '../../../model/mutations/note-tag-create.ts';
import { type Act, type Doing, on, pick, type, typeInto } from './doing.ts';

/** A person's own notes. */
export const PERSONAL_ACTIONS = {
  'note-create': (doing) => createNote(doing),
  'note-edit': (doing) =>
    on(
      pick(doing, notes, () => true),
      ({ id, note }) =>
        doing.tab.mutate(noteEdit, {
          id,
          note: typeInto(doing, notes, id, note),
          note_base: note,
        }),
    ),
  'note-delete': (doing) =>
    on(
      pick(doing, notes, () => true),
      ({ id }) => doing.tab.mutate(noteDelete, { id }),
    ),
  'tag-create': (doing) => {
    const id = doing.tab.newId();
    return doing.tab.mutate(noteTagCreate, { id, name: type(doing, noteTags, id) });
  },
} as const satisfies Readonly<Record<string, Act>>;

function createNote(doing: Doing) {
  return on(
    pick(doing, noteTags, () => true),
    (tag) => {
      const id = doing.tab.newId();
      return doing.tab.mutate(noteCreate, {
        id,
        title: type(doing, notes, id),
        note: typeInto(doing, notes, id, ''),
        tags: tag.id,
      });
    },
  );
}
