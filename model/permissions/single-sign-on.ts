import { refuse, type Refusal } from '../shared/errors.ts';
import { type Actor, firstRefusal, levelNumber, needsPatch } from './actor.ts';

/** Who sets the identity provider decides who is signed in as whom. */
export function mayManageSingleSignOn(actor: Actor): Refusal | undefined {
  return firstRefusal(
    needsPatch(actor),
    levelNumber(actor.level) === 1
      ? undefined
      : refuse('forbidden', /*i18n*/ 'Only Level 1 can set up single sign-on'),
  );
}
