import type { Refusal } from '../shared/errors.ts';
import { type Actor, firstRefusal, needsAdministrative, needsPatch, needsPost } from './actor.ts';

const NO_CREATE = /*i18n*/ 'You dont have access to add a priority';

/** A new priority: levels 1 to 3, because every project of the organisation offers it. */
export function mayCreateFlag(actor: Actor): Refusal | undefined {
  return firstRefusal(needsPost(actor, NO_CREATE), needsAdministrative(actor, NO_CREATE));
}

/** Changing name, colour, position and availability of a priority. */
export function mayEditFlag(actor: Actor): Refusal | undefined {
  return firstRefusal(
    needsPatch(actor),
    needsAdministrative(actor, /*i18n*/ 'Only levels 1 to 3 can change priorities'),
  );
}
