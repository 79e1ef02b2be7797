import * as v from 'valibot';
import { organizations } from '../../entities/organization.ts';
import { mayEditOrganization } from '../../permissions/organization.ts';
import { notFound } from '../../permissions/project.ts';
import { DETAIL_MONTHS } from '../../shared/detail-months.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { editRoute, mergeEdits } from '../edit.ts';
import { plainField } from '../rest-fields.ts';

/** For how many months devices keep the details of completed and archived tasks by themselves. It erases nothing. */
export const organizationDetailMonths = defineMutation({
  name: 'organization-detail-months',
  schema: v.strictObject({ id: idSchema, detail_months: v.picklist(DETAIL_MONTHS) }),
  refs: ({ id }) => [{ table: 'organizations', id }],
  parents: () => [],
  gather: ({ id }, read) => read.get(organizations, id),
  authorise: (_args, organization, actor) =>
    organization === undefined ? notFound() : mayEditOrganization(actor),
  effects: ({ id, detail_months }) => [
    change(organizations, id, (row) => ({ ...row, detail_months })),
  ],
  rest: editRoute('organization/detail-months/:id/', { detail_months: plainField }),
  describe: () => message('Change how long details stay on devices'),
  merge: mergeEdits,
  success: () => message('Details on devices changed'),
});
