import * as v from 'valibot';
import { noteTags } from '../../entities/note-tag.ts';
import { notFound } from '../../permissions/project.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { nameSchema } from '../../shared/text.ts';
import { called } from '../called.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { editRoute, given, mergeEdits } from '../edit.ts';
import { flagField, plainField } from '../rest-fields.ts';

/**
 * Renames, deletes or restores a tag of one's own notes. Notes keep the id of a deleted tag and show it again when it
 * is restored.
 */
export const noteTagEdit = defineMutation({
  name: 'note-tag-edit',
  schema: v.strictObject({
    id: idSchema,
    name: v.optional(nameSchema),
    deleted: v.optional(v.boolean()),
  }),
  refs: ({ id }) => [{ table: 'note_tags', id }],
  parents: () => [],
  gather: ({ id }, read) => read.get(noteTags, id),
  authorise: (_args, tag) => (tag === undefined ? notFound() : undefined),
  effects: ({ id, ...fields }) => [change(noteTags, id, (row) => ({ ...row, ...given(fields) }))],
  rest: editRoute('note-tag/update-destroy/:id/', { name: plainField, deleted: flagField }),
  describe: ({ name, deleted }) =>
    called(
      name,
      message('Rename tag to "{name}"'),
      deleted === true ? message('Delete a tag') : message('Restore a tag'),
    ),
  ownText: ({ name }) => name ?? '',
  merge: mergeEdits,
});
