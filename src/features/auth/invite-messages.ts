import type { Invite } from '../../../model/protocol/session.ts';

/** Inviting person, organisation and role, as far as the link contains them. */
export function inviteMessage({ inviter_name, organization_name, role_name }: Invite): string {
  const role = role_name === undefined || role_name === '' ? '' : ` as ${role_name}`;
  return inviter_name === undefined || inviter_name === ''
    ? `You are invited to ${organization_name}${role}.`
    : `${inviter_name} has invited you to ${organization_name}${role}.`;
}
