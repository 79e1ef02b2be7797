import { refuse, type Refusal } from '../shared/errors.ts';
import { type Actor, firstRefusal, levelNumber, needsPatch } from './actor.ts';

/** Planning the erasure of the organisation, and cancelling it: Level 1. */
export function mayEraseOrganization(actor: Actor): Refusal | undefined {
  return firstRefusal(
    needsPatch(actor),
    levelNumber(actor.level) === 1
      ? undefined
      : refuse('forbidden', /*i18n*/ 'Only Level 1 can erase the organisation'),
  );
}
