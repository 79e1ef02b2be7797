import * as v from 'valibot';
import { orgUsers } from '../../entities/org-user.ts';
import { refuseForeignProfile } from '../../permissions/profile.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { nameSchema, phoneSchema } from '../../shared/text.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { editRoute, given, mergeEdits } from '../edit.ts';
import { fileParents, gatherFile, rejectForeignFile } from '../context/file-context.ts';
import { fileField, flagField, plainField } from '../rest-fields.ts';

/**
 * One's own name, phone number and photo for the people of this organisation, and whether they see what one has read
 * (RECEIPT-5); only the changed fields.
 */
export const profileEdit = defineMutation({
  name: 'profile-edit',
  schema: v.strictObject({
    /** Organisation user: the person themselves. */
    id: idSchema,
    display_name: v.optional(nameSchema),
    phone_number: v.optional(phoneSchema),
    profile_image: v.optional(v.nullable(idSchema)),
    shares_seen: v.optional(v.boolean()),
  }),
  refs: ({ id }) => [{ table: 'org_users', id }],
  parents: ({ profile_image }) => fileParents(profile_image),
  gather: async ({ id, profile_image }, read) => ({
    person: await read.get(orgUsers, id),
    file: await gatherFile(read, profile_image),
  }),
  authorise: ({ id, profile_image }, { person, file }, actor) =>
    refuseForeignProfile(actor, id) ??
    rejectForeignFile({
      id: profile_image,
      file,
      actor,
      scope: person?.scope ?? '',
      current: person?.profile_image,
      needs: 'image',
    }),
  effects: ({ id, ...fields }) => [change(orgUsers, id, (row) => ({ ...row, ...given(fields) }))],
  rest: {
    ...editRoute('api/profile/:id/', {
      display_name: plainField,
      phone_number: plainField,
      profile_image: fileField,
      shares_seen: flagField,
    }),
    fileFields: ['profile_image'],
  },
  describe: () => message('Change your profile'),
  ownText: ({ display_name, phone_number }) =>
    [display_name, phone_number].filter((text) => text !== undefined).join('\n'),
  merge: mergeEdits,
  success: ({ profile_image }) =>
    profile_image === null ? message('Photo removed') : message('Profile saved'),
});
