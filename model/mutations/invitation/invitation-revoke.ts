import * as v from 'valibot';
import { invitations } from '../../entities/invitation.ts';
import { orgUsers } from '../../entities/org-user.ts';
import { mayRevokeInvitation } from '../../permissions/invitation.ts';
import { mayManageLevel } from '../../permissions/person.ts';
import { notFound } from '../../permissions/project.ts';
import { refuse } from '../../shared/errors.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { gatherRole } from '../context/role-context.ts';

/**
 * Revokes an invitation: its link becomes invalid. A person who was added beforehand is
 * deactivated.
 */
export const invitationRevoke = defineMutation({
  name: 'invitation-revoke',
  schema: v.strictObject({ id: idSchema, revoked: v.literal(true) }),
  refs: ({ id }) => [{ table: 'invitations', id }],
  parents: () => [],
  gather: async ({ id }, read) => {
    const invitation = await read.get(invitations, id);
    const added = invitation?.organization_user ?? undefined;
    const person = added === undefined ? undefined : await read.get(orgUsers, added);
    return { invitation, ...(await gatherRole(read, person?.user_role ?? invitation?.role)) };
  },
  authorise: (_args, { invitation, level }, actor) => {
    const refusal = mayRevokeInvitation(actor);
    if (refusal !== undefined) return refusal;
    if (invitation === undefined) return notFound();
    if (invitation.state === 'accepted') {
      return refuse('conflict', /*i18n*/ 'This invitation has been accepted already');
    }
    return mayManageLevel(actor, level?.name);
  },
  effects: ({ id }) => [change(invitations, id, (row) => ({ ...row, state: 'revoked' as const }))],
  rest: {
    method: 'PATCH',
    path: 'api/org-user-invite/update/:id/',
    bodyFields: ['revoked'],
    toBody: () => ({ revoked: true }),
    fromRest: async ({ params, body }) => ({ id: params['id'], revoked: body['revoked'] }),
  },
  describe: ({ id }, nameOf) => {
    const whose = nameOf('invitations', id);
    return whose === undefined
      ? message('Revoke an invitation')
      : message('Revoke the invitation of {whose}', { whose });
  },
  named: ({ id }) => [{ table: 'invitations', id }],
  merge: (_earlier, later) => later,
  success: (_args, email) => message('Invitation of {email} revoked', { email }),
});
