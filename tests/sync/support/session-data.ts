import type { SessionData } from '../../../model/protocol/session.ts';

/** The server's response to a sign-in of a person in these organisations. */
export function session(
  userId: string,
  organizations: readonly string[],
  former: readonly string[] = [],
): SessionData {
  return {
    user: { id: userId, display_name: 'Ada Fieldwright', email: 'ada@field.test' },
    organizations: organizations.map((id) => ({
      organization_id: id,
      organization_name: `Organisation ${id}`,
      organization_user_id: `${userId}${id}`,
      user_level: 'Level 1',
      organization_special_role: false,
      role_access: { get_access: true, post_access: true, patch_access: true, delete_access: true },
    })),
    former_organizations: former.map((id) => ({
      organization_id: id,
      organization_name: `Organisation ${id}`,
    })),
    access_token: 't',
    expires_at: 1,
    session_id: 's',
  };
}
