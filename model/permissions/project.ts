import { refuse, type Refusal } from '../shared/errors.ts';
import {
  type Actor,
  firstRefusal,
  isAdministrative,
  needsAdministrative,
  needsPatch,
  needsPost,
} from './actor.ts';

/**
 * Levels 1 to 3 read all projects of the organisation, others those they are members of
 * (product.md, 7); a level without get access reads none.
 */
export function maySeeProject(actor: Actor, isMember: boolean): boolean {
  return actor.get_access && (isAdministrative(actor) || isMember);
}

/** Refuses a missing row and an unreadable one with the same error. */
export function needsProject(actor: Actor, isMember: boolean): Refusal | undefined {
  return maySeeProject(actor, isMember) ? undefined : notFound();
}

export function notFound(): Refusal {
  return refuse('not_found', /*i18n*/ 'This does not exist, or you have no access to it');
}

export function mayCreateProject(actor: Actor): Refusal | undefined {
  return firstRefusal(
    needsPost(actor, /*i18n*/ 'You dont have access to add a project'),
    needsAdministrative(actor, /*i18n*/ 'You dont have access to create a project'),
  );
}

/**
 * The same rule in the overview of workspaces, which has a text of its own for it (sessions spec,
 * 5).
 */
export function mayCreateProjectInOverview(actor: Actor): Refusal | undefined {
  return (
    mayCreateProject(actor) &&
    refuse('forbidden', /*i18n*/ 'You dont have access to create a project')
  );
}

/** Changing name, description and image: levels 1 to 3 with patch_access. */
export function mayEditProject(actor: Actor): Refusal | undefined {
  return firstRefusal(
    needsPatch(actor, /*i18n*/ 'You dont have access to edit a project'),
    needsAdministrative(actor, /*i18n*/ 'You dont have access to edit a project'),
  );
}

/** Archiving and restoring: like editing, since nothing is lost. */
export function mayArchiveProject(actor: Actor): Refusal | undefined {
  return firstRefusal(
    needsPatch(actor, /*i18n*/ 'You dont have access to archive a project'),
    needsAdministrative(actor, /*i18n*/ 'You dont have access to archive a project'),
  );
}

/** Deletion and restoration until the erasure: like archiving (decision 0091). */
export function mayDeleteProject(actor: Actor): Refusal | undefined {
  const alert = /*i18n*/ 'You dont have access to delete a project';
  return firstRefusal(needsPatch(actor, alert), needsAdministrative(actor, alert));
}

export function mayAddMember(actor: Actor): Refusal | undefined {
  return firstRefusal(
    needsPost(actor, /*i18n*/ 'You dont have access to add a team member'),
    needsAdministrative(actor, /*i18n*/ 'You dont have access to add a team member'),
  );
}

export function mayRemoveMember(actor: Actor): Refusal | undefined {
  const alert = /*i18n*/ 'You dont have access to remove a team member';
  return firstRefusal(
    needsAdministrative(actor, alert),
    actor.delete_access ? undefined : refuse('forbidden', alert),
  );
}
