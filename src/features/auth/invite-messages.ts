import type { Invite } from '../../../model/protocol/session.ts';
import { i18n } from '../../i18n/i18n.ts';

/** Inviting person, organisation and role, as far as the link contains them. */
export function inviteMessage(invite: Invite): string {
  const {
    inviter_name: inviter = '',
    organization_name: organization,
    role_name: role = '',
  } = invite;
  if (inviter === '') {
    return role === ''
      ? i18n.t('You are invited to {organization}.', { organization })
      : i18n.t('You are invited to {organization} as {role}.', { organization, role });
  }
  return role === ''
    ? i18n.t('{inviter} has invited you to {organization}.', { inviter, organization })
    : i18n.t('{inviter} has invited you to {organization} as {role}.', {
        inviter,
        organization,
        role,
      });
}
