import * as v from 'valibot';
import { noteTags } from '../../entities/note-tag.ts';
import { MOST_OTHER_TAGS, notes } from '../../entities/note.ts';
import { notFound } from '../../permissions/project.ts';
import { refuse } from '../../shared/errors.ts';
import { distinctIdsSchema, idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { longTextSchema, nameSchema, requiredLongTextSchema } from '../../shared/text.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { editRoute, given, mergeEdits } from '../edit.ts';
import { idField, listField, plainField } from '../rest-fields.ts';

/** Edits a note: only the changed fields; the body is a long text (WRITE-4). */
export const noteEdit = defineMutation({
  name: 'note-edit',
  schema: v.strictObject({
    id: idSchema,
    title: v.optional(nameSchema),
    note: v.optional(requiredLongTextSchema),
    note_base: v.optional(longTextSchema),
    tags: v.optional(idSchema),
    other_tags: v.optional(distinctIdsSchema(MOST_OTHER_TAGS)),
  }),
  refs: ({ id }) => [{ table: 'notes', id }],
  parents: ({ tags, other_tags = [] }) =>
    [...(tags === undefined ? [] : [tags]), ...other_tags].map((id) => ({
      table: 'note_tags',
      id,
    })),
  gather: async ({ id, tags }, read) => ({
    note: await read.get(notes, id),
    tagExists: tags === undefined || (await read.get(noteTags, tags)) !== undefined,
  }),
  authorise: (_args, { note, tagExists }) => {
    if (note === undefined) return notFound();
    return tagExists ? undefined : refuse('invalid', /*i18n*/ 'Tag is required');
  },
  effects: ({ id, note_base: _base, ...fields }) => [
    change(notes, id, (row) => ({ ...row, ...given(fields) })),
  ],
  rest: {
    ...editRoute('note/update-destroy/:id/', {
      title: plainField,
      note: plainField,
      tags: idField,
      other_tags: listField,
    }),
    toBody: ({ id: _id, note_base: _base, ...fields }) => fields,
  },
  describe: ({ title }) =>
    title === undefined ? message('Edit a note') : message('Edit note "{title}"', { title }),
  ownText: ({ title, note }) => [title, note].filter((text) => text !== undefined).join('\n\n'),
  text: ({ id, note, note_base }) =>
    note === undefined
      ? undefined
      : { table: 'notes', id, field: 'note', base: note_base ?? '', text: note },
  withText: (args, text, base) => ({ ...args, note: text, note_base: base }),
  withoutText: ({ note: _text, note_base: _base, ...others }) => others,
  merge: (earlier, later) => ({
    ...mergeEdits(earlier, later),
    note_base: earlier.note_base ?? later.note_base,
  }),
  failure: /*i18n*/ 'Failed to update note. Please try again.',
  success: message('Note updated successfully!'),
});
