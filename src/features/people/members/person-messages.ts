import type { OrgUser } from '../../../../model/entities/org-user.ts';

export type PersonState = 'active' | 'invited' | 'deactivated';

export function stateOf(person: Pick<OrgUser, 'active' | 'joined'>): PersonState {
  if (!person.active) return 'deactivated';
  return person.joined ? 'active' : 'invited';
}
