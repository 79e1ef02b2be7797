import * as v from 'valibot';
import { orgUsers } from '../../entities/org-user.ts';
import { refuseForeignProfile } from '../../permissions/profile.ts';
import { idSchema } from '../../shared/ids.ts';
import { nameSchema, phoneSchema } from '../../shared/text.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { fileParents, gatherFile, rejectForeignFile } from '../context/file-context.ts';
import { fileField, plainField, presentFields } from '../rest-fields.ts';

/** The own name, phone number and photo, as the people of this organisation see them; only what was changed. */
export const profileEdit = defineMutation({
  name: 'profile-edit',
  schema: v.strictObject({
    /** Organisation user: the person themselves. */
    id: idSchema,
    display_name: v.optional(nameSchema),
    phone_number: v.optional(phoneSchema),
    profile_image: v.optional(v.nullable(idSchema)),
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
  effects: ({ id, display_name, phone_number, profile_image }) => [
    change(orgUsers, id, (row) => ({
      ...row,
      display_name: display_name ?? row.display_name,
      phone_number: phone_number ?? row.phone_number,
      profile_image: profile_image === undefined ? row.profile_image : profile_image,
    })),
  ],
  rest: {
    method: 'PATCH',
    path: 'api/profile/:id/',
    fields: ['display_name', 'phone_number', 'profile_image'],
    fileFields: ['profile_image'],
    toBody: ({ id: _id, ...fields }) => fields,
    fromRest: async ({ params, body }) => ({
      id: params['id'],
      ...presentFields(body, {
        display_name: plainField,
        phone_number: plainField,
        profile_image: fileField,
      }),
    }),
  },
  describe: () => 'Change your profile',
  ownText: ({ display_name, phone_number }) =>
    [display_name, phone_number].filter((text) => text !== undefined).join('\n'),
  merge: (earlier, later) => ({
    id: later.id,
    display_name: later.display_name ?? earlier.display_name,
    phone_number: later.phone_number ?? earlier.phone_number,
    profile_image: later.profile_image === undefined ? earlier.profile_image : later.profile_image,
  }),
});
