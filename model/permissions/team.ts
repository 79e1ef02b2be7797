import { refuse, type Refusal } from '../shared/errors.ts';
import { type Actor, firstRefusal, needsAdministrative, needsPatch, needsPost } from './actor.ts';

export function mayCreateTeam(actor: Actor): Refusal | undefined {
  const alert = /*i18n*/ 'You dont have access to create a team';
  return firstRefusal(needsPost(actor, alert), needsAdministrative(actor, alert));
}

/** Changing name and members of a team. */
export function mayChangeTeam(actor: Actor): Refusal | undefined {
  return firstRefusal(
    needsPatch(actor),
    needsAdministrative(actor, /*i18n*/ 'Only levels 1 to 3 can change teams'),
  );
}

export function mayDeleteTeam(actor: Actor): Refusal | undefined {
  const alert = /*i18n*/ 'You dont have access to delete a team';
  return firstRefusal(
    needsAdministrative(actor, alert),
    actor.delete_access ? undefined : refuse('forbidden', alert),
  );
}
