import { refuse, type Refusal } from '../shared/errors.ts';
import { type Actor, firstRefusal, isAdministrative, needsPatch, needsPost } from './actor.ts';

/** Saving a task as a template: everybody who may add tasks to the project. */
export function mayCreateTemplate(actor: Actor): Refusal | undefined {
  return needsPost(actor, /*i18n*/ 'You dont have access to add a template');
}

/** Deleting a template: levels 1 to 3, and its creator. */
export function mayDeleteTemplate(
  actor: Actor,
  template: { readonly created_by: string },
): Refusal | undefined {
  return firstRefusal(
    needsPatch(actor),
    isAdministrative(actor) || template.created_by === actor.orgUserId
      ? undefined
      : refuse('forbidden', /*i18n*/ 'Only levels 1 to 3 and its author can delete a template'),
  );
}
