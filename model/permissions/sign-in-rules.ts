import { refuse, type Refusal } from '../shared/errors.ts';
import { type Actor, firstRefusal, levelNumber, needsPatch } from './actor.ts';

/** Who decides what the organisation demands of the sign-ins of its members. */
export function mayManageSignInRules(actor: Actor): Refusal | undefined {
  return firstRefusal(
    needsPatch(actor),
    levelNumber(actor.level) === 1
      ? undefined
      : refuse('forbidden', /*i18n*/ 'Only Level 1 decides how members sign in'),
  );
}

/** Seeing and ending the sessions of a member. One's own are on the profile. */
export function mayEndSessionsOf(
  actor: Actor,
  { isSelf }: { readonly isSelf: boolean },
): Refusal | undefined {
  return firstRefusal(
    needsPatch(actor),
    levelNumber(actor.level) === 1 && !isSelf
      ? undefined
      : refuse('forbidden', /*i18n*/ 'Only Level 1 sees and ends the sessions of others'),
  );
}
