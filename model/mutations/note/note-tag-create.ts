import * as v from 'valibot';
import { noteTags } from '../../entities/note-tag.ts';
import { PERSONAL_SCOPE } from '../../entities/scopes.ts';
import { uuidSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { nameSchema } from '../../shared/text.ts';
import { defineMutation, effect } from '../define-mutation.ts';

/** A new tag for one's own notes (board spec, 5 and 7). */
export const noteTagCreate = defineMutation({
  name: 'note-tag-create',
  schema: v.strictObject({ id: uuidSchema, name: nameSchema }),
  refs: ({ id }) => [{ table: 'note_tags', id }],
  parents: () => [],
  gather: () => Promise.resolve(undefined),
  authorise: () => undefined,
  effects: ({ id, name }, { actor, at }) => [
    effect(noteTags, id, (row) => ({
      ...row,
      id,
      scope: PERSONAL_SCOPE,
      v: row?.v ?? 0,
      name,
      created_by: actor.orgUserId,
      created_at: new Date(at).toISOString(),
      deleted: row?.deleted ?? false,
    })),
  ],
  rest: {
    method: 'POST',
    path: 'note-tag/create/',
    bodyFields: ['id', 'name', 'created_by'],
    toBody: ({ id, name }) => ({ id, name }),
    fromRest: async ({ body }, { newId }) => ({ id: body['id'] ?? newId(), name: body['name'] }),
  },
  describe: ({ name }) => message('Create tag "{name}"', { name }),
  ownText: ({ name }) => name,
  failure: /*i18n*/ 'Failed to create tag. Please try again.',
});
