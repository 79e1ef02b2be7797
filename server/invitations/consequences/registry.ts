import type { Consequence } from '../../apply/consequence.ts';
import type { Auth, SessionEnds } from '../../auth/auth.ts';
import { invitationCreate, invitationResend, invitationRevoke } from './invitation.ts';
import { personCreate } from './person-create.ts';
import { personSetActive } from './person-set-active.ts';

/** Consequences of mutations that invite, add, deactivate or activate people. */
export function invitationConsequences(deps: {
  readonly auth: Auth;
  readonly sessions: SessionEnds;
}): readonly Consequence[] {
  const { auth } = deps;
  return [
    invitationCreate(auth),
    invitationResend(auth),
    invitationRevoke,
    personCreate(auth),
    personSetActive(deps),
  ];
}
