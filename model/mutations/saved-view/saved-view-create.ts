import * as v from 'valibot';
import { savedViews } from '../../entities/saved-view.ts';
import { PERSONAL_SCOPE } from '../../entities/scopes.ts';
import { uuidSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { defineMutation, effect } from '../define-mutation.ts';
import { listField } from '../rest-fields.ts';
import { VIEW_FIELDS } from './view-fields.ts';

/** A new view of the task overview under a name. */
export const savedViewCreate = defineMutation({
  name: 'saved-view-create',
  schema: v.strictObject({ id: uuidSchema, ...VIEW_FIELDS }),
  refs: ({ id }) => [{ table: 'saved_views', id }],
  parents: () => [],
  gather: () => Promise.resolve(undefined),
  authorise: () => undefined,
  effects: ({ id, ...fields }, { at }) => [
    effect(savedViews, id, (row) => ({
      ...row,
      id,
      scope: PERSONAL_SCOPE,
      v: row?.v ?? 0,
      ...fields,
      created_at: new Date(at).toISOString(),
    })),
  ],
  rest: {
    method: 'POST',
    path: 'saved-view/create/',
    bodyFields: ['id', 'name', 'search', 'hidden'],
    toBody: (args) => args,
    fromRest: async ({ body }, { newId }) => ({
      id: body['id'] ?? newId(),
      name: body['name'],
      search: body['search'] ?? '{}',
      hidden: listField(body, 'hidden'),
    }),
  },
  describe: ({ name }) => message('Save view "{name}"', { name }),
  ownText: ({ name }) => name,
});
