import { refuse, type Refusal } from '../shared/errors.ts';
import { type Actor, firstRefusal, isAdministrative, needsPatch, needsPost } from './actor.ts';

/** Adding a label to a project: everybody who may add tasks to it. */
export function mayCreateLabel(actor: Actor): Refusal | undefined {
  return needsPost(actor, /*i18n*/ 'You dont have access to add a label');
}

/** Renaming or deleting a label: levels 1 to 3, and its creator. */
export function mayChangeLabel(
  actor: Actor,
  label: { readonly created_by: string },
): Refusal | undefined {
  return firstRefusal(
    needsPatch(actor),
    isAdministrative(actor) || label.created_by === actor.orgUserId
      ? undefined
      : refuse('forbidden', /*i18n*/ 'Only levels 1 to 3 and its author can change a label'),
  );
}
