import * as v from 'valibot';
import { INVITATION_MS, invitations } from '../../entities/invitation.ts';
import { mayInvite } from '../../permissions/invitation.ts';
import { mayGrantLevel } from '../../permissions/person.ts';
import { notFound } from '../../permissions/project.ts';
import { refuse } from '../../shared/errors.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { gatherRole } from '../context/role-context.ts';

/**
 * Sends an invitation again, with a new link that is valid for another seven days; the old link
 * becomes invalid.
 */
export const invitationResend = defineMutation({
  name: 'invitation-resend',
  schema: v.strictObject({ id: idSchema, again: v.literal(true) }),
  refs: ({ id }) => [{ table: 'invitations', id }],
  parents: () => [],
  gather: async ({ id }, read) => {
    const invitation = await read.get(invitations, id);
    return { invitation, ...(await gatherRole(read, invitation?.role)) };
  },
  authorise: (_args, { invitation, level }, actor) => {
    const refusal = mayInvite(actor);
    if (refusal !== undefined) return refusal;
    if (invitation === undefined || level === undefined) return notFound();
    if (invitation.state !== 'pending') {
      return refuse('conflict', /*i18n*/ 'This invitation is not pending any more');
    }
    return mayGrantLevel(actor, level);
  },
  effects: ({ id }, { at }) => [
    change(invitations, id, (row) => ({
      ...row,
      sent_at: new Date(at).toISOString(),
      expires_at: new Date(at + INVITATION_MS).toISOString(),
      mail: 'queued' as const,
    })),
  ],
  rest: {
    method: 'PATCH',
    path: 'api/org-user-invite/update/:id/',
    bodyFields: ['resend'],
    toBody: () => ({ resend: true }),
    fromRest: async ({ params, body }) => ({ id: params['id'], again: body['resend'] }),
  },
  describe: ({ id }, nameOf) => {
    const whose = nameOf('invitations', id);
    return whose === undefined
      ? message('Send an invitation again')
      : message('Send the invitation of {whose} again', { whose });
  },
  named: ({ id }) => [{ table: 'invitations', id }],
  merge: (_earlier, later) => later,
  failure: /*i18n*/ 'Failed to send mail.',
  success: (_args, email) => message('A new link goes out to {email}', { email }),
});
