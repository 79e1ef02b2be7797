import type { Refusal } from '../shared/errors.ts';
import { type Actor, firstRefusal, needsAdministrative, needsPatch, needsPost } from './actor.ts';

const ALERT = /*i18n*/ 'You dont have access to invite a user';

/** Inviting, and sending the mail again. `mayGrantLevel` checks the role. */
export function mayInvite(actor: Actor): Refusal | undefined {
  return firstRefusal(needsPost(actor, ALERT), needsAdministrative(actor, ALERT));
}

export function mayRevokeInvitation(actor: Actor): Refusal | undefined {
  return firstRefusal(
    needsPatch(actor),
    needsAdministrative(actor, /*i18n*/ 'Only levels 1 to 3 can revoke an invitation'),
  );
}
