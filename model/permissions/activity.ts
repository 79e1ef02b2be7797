import type { Refusal } from '../shared/errors.ts';
import { type Actor, needsAdministrative } from './actor.ts';

/** Reading the activity log and the invitations: levels 1 to 3, who read every project anyway. */
export function mayReadActivity(actor: Actor): Refusal | undefined {
  return needsAdministrative(actor, /*i18n*/ 'Only levels 1 to 3 see what was changed');
}
