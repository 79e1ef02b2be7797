import { refuse, type Refusal } from '../shared/errors.ts';
import { type Actor, firstRefusal, levelNumber, needsPatch } from './actor.ts';

/** Erasing a person, and reading who is to be erased: Level 1. */
export function mayErasePeople(actor: Actor): Refusal | undefined {
  return firstRefusal(
    needsPatch(actor),
    levelNumber(actor.level) === 1
      ? undefined
      : refuse('forbidden', /*i18n*/ 'Only Level 1 can erase people'),
  );
}
