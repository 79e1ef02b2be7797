import * as v from 'valibot';
import { organizations } from '../../entities/organization.ts';
import { mayEditOrganization } from '../../permissions/organization.ts';
import { notFound } from '../../permissions/project.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { nameSchema } from '../../shared/text.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { given, mergeEdits } from '../edit.ts';
import { flagField, plainField, presentFields } from '../rest-fields.ts';

/**
 * The organisation's name, the special-role setting that changes wording (sessions spec, 1),
 * receipts of work (RECEIPT-5), and whether photos may have a place; switching that off removes the
 * places (decision 0087).
 */
export const organizationEdit = defineMutation({
  name: 'organization-edit',
  schema: v.strictObject({
    id: idSchema,
    name: v.optional(nameSchema),
    special_role: v.optional(v.boolean()),
    shot_places: v.optional(v.boolean()),
    work_receipts: v.optional(v.boolean()),
  }),
  refs: ({ id }) => [{ table: 'organizations', id }],
  parents: () => [],
  gather: ({ id }, read) => read.get(organizations, id),
  authorise: (_args, organization, actor) =>
    organization === undefined ? notFound() : mayEditOrganization(actor),
  effects: ({ id, ...fields }) => [
    change(organizations, id, (row) => ({ ...row, ...given(fields) })),
  ],
  rest: {
    method: 'PATCH',
    path: 'organization/update/:id/',
    bodyFields: ['name', 'organization_special_role', 'shot_places', 'work_receipts'],
    toBody: ({ name, special_role, shot_places, work_receipts }) => ({
      ...(name !== undefined && { name }),
      ...(special_role !== undefined && { organization_special_role: special_role }),
      ...(shot_places !== undefined && { shot_places }),
      ...(work_receipts !== undefined && { work_receipts }),
    }),
    fromRest: async ({ params, body }) => ({
      id: params['id'],
      ...presentFields(body, { name: plainField, work_receipts: flagField }),
      ...('organization_special_role' in body && {
        special_role: flagField(body, 'organization_special_role'),
      }),
      ...('shot_places' in body && { shot_places: flagField(body, 'shot_places') }),
    }),
  },
  describe: ({ name, special_role, work_receipts: receipts }) => {
    if (name !== undefined) return message('Rename the organisation to "{name}"', { name });
    if (special_role !== undefined) return message('Change the special-role setting');
    if (receipts === undefined) return message('Change whether photos may have a place');
    return receipts
      ? message('Switch on receipts of work')
      : message('Switch off receipts of work');
  },
  merge: mergeEdits,
});
