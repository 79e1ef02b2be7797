import * as v from 'valibot';
import { noteTags } from '../../entities/note-tag.ts';
import { MOST_OTHER_TAGS, notes } from '../../entities/note.ts';
import { PERSONAL_SCOPE } from '../../entities/scopes.ts';
import { pastInstant } from '../../shared/claimed-time.ts';
import { instantSchema } from '../../shared/dates.ts';
import { refuse } from '../../shared/errors.ts';
import { distinctIdsSchema, idSchema, uuidSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { nameSchema, requiredLongTextSchema } from '../../shared/text.ts';
import { defineMutation, effect } from '../define-mutation.ts';
import { idField, listField, plainField, presentFields } from '../rest-fields.ts';

/**
 * A new note: Title, Tag and Description are required (board spec, 5). `made_at` is the device's claim of when it was
 * written, never later than now: a deleted note that returns keeps its date.
 */
export const noteCreate = defineMutation({
  name: 'note-create',
  schema: v.strictObject({
    id: uuidSchema,
    title: nameSchema,
    note: requiredLongTextSchema,
    tags: idSchema,
    other_tags: v.optional(distinctIdsSchema(MOST_OTHER_TAGS)),
    made_at: v.optional(instantSchema),
  }),
  refs: ({ id }) => [{ table: 'notes', id }],
  parents: ({ tags, other_tags = [] }) =>
    [tags, ...other_tags].map((id) => ({ table: 'note_tags', id })),
  gather: ({ tags }, read) => read.get(noteTags, tags),
  authorise: (_args, tag) =>
    tag === undefined ? refuse('invalid', /*i18n*/ 'Tag is required') : undefined,
  effects: ({ id, title, note, tags, other_tags, made_at }, { actor, at }) => [
    effect(notes, id, (row) => ({
      ...row,
      id,
      scope: PERSONAL_SCOPE,
      v: row?.v ?? 0,
      title,
      note,
      tags,
      other_tags: other_tags ?? [],
      created_by: actor.orgUserId,
      created_at: pastInstant(made_at, at),
    })),
  ],
  rest: {
    method: 'POST',
    path: 'note/create/',
    bodyFields: ['id', 'title', 'note', 'tags', 'other_tags', 'made_at', 'created_by'],
    toBody: (args) => args,
    fromRest: async ({ body }, { newId }) => ({
      id: body['id'] ?? newId(),
      title: body['title'],
      note: body['note'],
      tags: idField(body, 'tags'),
      ...presentFields(body, { other_tags: listField, made_at: plainField }),
    }),
  },
  describe: ({ title }) => message('Create note "{title}"', { title }),
  ownText: ({ title, note }) => `${title}\n\n${note}`,
  failure: /*i18n*/ 'Failed to create note. Please try again.',
  success: message('Note created successfully!'),
});
