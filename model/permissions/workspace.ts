import type { Refusal } from '../shared/errors.ts';
import { type Actor, firstRefusal, needsAdministrative, needsPatch, needsPost } from './actor.ts';

export function mayCreateWorkspace(actor: Actor): Refusal | undefined {
  const alert = /*i18n*/ 'You dont have access to add a workspace';
  return firstRefusal(needsPost(actor, alert), needsAdministrative(actor, alert));
}

/** Changing name, description and image: levels 1 to 3 with patch_access. */
export function mayEditWorkspace(actor: Actor): Refusal | undefined {
  const alert = /*i18n*/ 'You dont have access to edit a workspace';
  return firstRefusal(needsPatch(actor, alert), needsAdministrative(actor, alert));
}

/** Archiving and restoring: like editing, since nothing is lost. */
export function mayArchiveWorkspace(actor: Actor): Refusal | undefined {
  const alert = /*i18n*/ 'You dont have access to archive a workspace';
  return firstRefusal(needsPatch(actor, alert), needsAdministrative(actor, alert));
}

/** Deletion and restoration until the erasure: like archiving (decision 0091). */
export function mayDeleteWorkspace(actor: Actor): Refusal | undefined {
  const alert = /*i18n*/ 'You dont have access to delete a workspace';
  return firstRefusal(needsPatch(actor, alert), needsAdministrative(actor, alert));
}
