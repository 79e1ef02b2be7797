import type { OrgUser } from '../../../../model/entities/org-user.ts';
import { refuse, type Refusal } from '../../../../model/shared/errors.ts';

/**
 * Why nobody can be added or invited under an address that somebody here has, as far as this device knows. The server
 * asks again; known here, it is said in the form and not by a change that comes back.
 */
export function usedAddress(
  people: readonly Pick<OrgUser, 'email' | 'active'>[],
  email: string,
): Refusal | undefined {
  const address = email.trim().toLowerCase();
  const found = people.filter((person) => person.email.toLowerCase() === address);
  if (found.length === 0) return undefined;
  return refuse(
    'conflict',
    found.some(({ active }) => active)
      ? 'Somebody with this e-mail address is in the organisation already'
      : 'Somebody with this e-mail address was deactivated here: reactivate them instead',
  );
}
