import * as v from 'valibot';
import { INVITATION_MS, invitations } from '../../entities/invitation.ts';
import { ADMIN_SCOPE } from '../../entities/scopes.ts';
import { mayInvite } from '../../permissions/invitation.ts';
import { mayGrantLevel } from '../../permissions/person.ts';
import { refuse } from '../../shared/errors.ts';
import { idSchema, uuidSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { emailSchema } from '../../shared/text.ts';
import { defineMutation, effect } from '../define-mutation.ts';
import { idField } from '../rest-fields.ts';
import { gatherRole } from '../context/role-context.ts';

/**
 * Invite Members (sessions spec, 5, 7 and 8): the server writes the mail and the link when it
 * applies this.
 */
export const invitationCreate = defineMutation({
  name: 'invitation-create',
  schema: v.strictObject({ id: uuidSchema, email: emailSchema, role: idSchema }),
  refs: ({ id }) => [{ table: 'invitations', id }],
  parents: ({ role }) => [{ table: 'roles', id: role }],
  gather: ({ role }, read) => gatherRole(read, role),
  authorise: (_args, { level }, actor) => {
    const refusal = mayInvite(actor);
    if (refusal !== undefined) return refusal;
    return level === undefined
      ? refuse('invalid', /*i18n*/ 'Choose a role')
      : mayGrantLevel(actor, level);
  },
  effects: ({ id, email, role }, { actor, at }) => [
    effect(invitations, id, (row) => ({
      ...row,
      id,
      scope: ADMIN_SCOPE,
      v: row?.v ?? 0,
      email,
      role,
      organization_user: null,
      invited_by: actor.orgUserId,
      sent_at: new Date(at).toISOString(),
      expires_at: new Date(at + INVITATION_MS).toISOString(),
      state: 'pending' as const,
      mail: 'queued' as const,
      created_at: new Date(at).toISOString(),
    })),
  ],
  rest: {
    method: 'POST',
    path: 'api/org-user-invite/',
    bodyFields: ['id', 'email', 'organization', 'role'],
    toBody: (args) => args,
    fromRest: async ({ body }, { newId }) => ({
      id: body['id'] ?? newId(),
      email: body['email'],
      role: idField(body, 'role'),
    }),
  },
  describe: ({ email }) => message('Invite {email}', { email }),
  ownText: ({ email }) => email,
  failure: /*i18n*/ 'Failed to send mail.',
});
