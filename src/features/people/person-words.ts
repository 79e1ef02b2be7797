import type { OrgUser } from '../../../model/entities/org-user.ts';

/** A person's name, and that they are not here any more. */
export function nameWithState(person: Pick<OrgUser, 'display_name' | 'active'>): string {
  return person.active ? person.display_name : `${person.display_name} (deactivated)`;
}

export type PersonState = 'active' | 'invited' | 'deactivated';

export function stateOf(person: Pick<OrgUser, 'active' | 'joined'>): PersonState {
  if (!person.active) return 'deactivated';
  return person.joined ? 'active' : 'invited';
}
