import * as v from 'valibot';
import { notes } from '../../entities/note.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { defineMutation, effect } from '../define-mutation.ts';

/** Deletes one's own note; deleting a missing one succeeds (WRITE-4). */
export const noteDelete = defineMutation({
  name: 'note-delete',
  schema: v.strictObject({ id: idSchema }),
  refs: ({ id }) => [{ table: 'notes', id }],
  parents: () => [],
  gather: () => Promise.resolve(undefined),
  authorise: () => undefined,
  effects: ({ id }) => [effect(notes, id, () => undefined)],
  rest: {
    method: 'DELETE',
    path: 'note/update-destroy/:id/',
    bodyFields: [],
    toBody: () => ({}),
    fromRest: async ({ params }) => ({ id: params['id'] }),
  },
  describe: () => message('Delete a note'),
  failure: /*i18n*/ 'Failed to delete note. Please try again.',
  success: message('Note deleted successfully!'),
});
