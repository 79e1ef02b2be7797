import * as v from 'valibot';
import { files } from '../../entities/file.ts';
import { mayDeleteFile } from '../../permissions/file.ts';
import { uuidSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { defineMutation, effect } from '../define-mutation.ts';

/** Removes a file that was never uploaded; rows that refer to it show no file any more. */
export const fileDelete = defineMutation({
  name: 'file-delete',
  schema: v.strictObject({ id: uuidSchema }),
  refs: ({ id }) => [{ table: 'files', id }],
  parents: () => [],
  gather: ({ id }, read) => read.get(files, id),
  authorise: (_args, file, actor) => mayDeleteFile(actor, file),
  effects: ({ id }) => [effect(files, id, () => undefined)],
  rest: {
    method: 'DELETE',
    path: 'files/:id/',
    bodyFields: [],
    toBody: () => ({}),
    fromRest: async ({ params }) => ({ id: params['id'] }),
  },
  describe: () => message('Remove a file that was not uploaded'),
});
