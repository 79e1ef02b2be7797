import type { Refusal } from '../shared/errors.ts';
import { type Actor, firstRefusal, needsAdministrative, needsPatch, needsPost } from './actor.ts';

/** Add Card: levels 1 to 3 with post_access (board spec, 6). */
export function mayCreateCard(actor: Actor): Refusal | undefined {
  const alert = /*i18n*/ 'You dont have access to add a card';
  return firstRefusal(needsPost(actor, alert), needsAdministrative(actor, alert));
}

/** Rename, archive, unarchive and reorder cards: levels 1 to 3 with patch_access (board spec, 6). */
export function mayChangeCard(actor: Actor): Refusal | undefined {
  return firstRefusal(
    needsPatch(actor),
    needsAdministrative(actor, /*i18n*/ 'Only levels 1 to 3 can change cards'),
  );
}
