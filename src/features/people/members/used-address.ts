import type { OrgUser } from '../../../../model/entities/org-user.ts';
import { refuse, type Refusal } from '../../../../model/shared/errors.ts';
import { i18n } from '../../../i18n/i18n.ts';

/**
 * Reason why an address cannot be added or invited because a member has it, as far as this device knows. The
 * server checks again; a local check shows the reason in the form instead of rejecting a mutation later.
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
      ? i18n.t('Somebody with this e-mail address is in the organisation already')
      : i18n.t('Somebody with this e-mail address was deactivated here: reactivate them instead'),
  );
}
