import * as v from 'valibot';
import { savedViews } from '../../entities/saved-view.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { called } from '../called.ts';
import { defineMutation, effect } from '../define-mutation.ts';

/** Deletes one's own view of the task overview; deleting a missing one succeeds (WRITE-4). */
export const savedViewDelete = defineMutation({
  name: 'saved-view-delete',
  schema: v.strictObject({ id: idSchema }),
  refs: ({ id }) => [{ table: 'saved_views', id }],
  parents: () => [],
  gather: () => Promise.resolve(undefined),
  authorise: () => undefined,
  effects: ({ id }) => [effect(savedViews, id, () => undefined)],
  rest: {
    method: 'DELETE',
    path: 'saved-view/update-destroy/:id/',
    bodyFields: [],
    toBody: () => ({}),
    fromRest: async ({ params }) => ({ id: params['id'] }),
  },
  describe: ({ id }, nameOf) =>
    called(nameOf('saved_views', id), message('Delete view "{name}"'), message('Delete a view')),
  named: ({ id }) => [{ table: 'saved_views', id }],
});
