import { refuse, type Refusal } from '../shared/errors.ts';
import {
  type AccessFlags,
  type Actor,
  firstRefusal,
  levelNumber,
  needsAdministrative,
  needsPatch,
  needsPost,
} from './actor.ts';

const ALERT = /*i18n*/ 'You dont have access to create a user';
const ONLY_ADMINISTRATORS = /*i18n*/ 'Only levels 1 to 3 manage people';

export function mayCreatePerson(actor: Actor): Refusal | undefined {
  return firstRefusal(needsPost(actor, ALERT), needsAdministrative(actor, ALERT));
}

/** Nobody grants a level above their own, or a flag that they do not have (product.md, 5). */
export function mayGrantLevel(
  actor: Actor,
  level: AccessFlags & { readonly name: string },
): Refusal | undefined {
  const higher = levelNumber(level.name) < levelNumber(actor.level);
  const more =
    (level.get_access && !actor.get_access) ||
    (level.post_access && !actor.post_access) ||
    (level.patch_access && !actor.patch_access) ||
    (level.delete_access && !actor.delete_access);
  return higher || more
    ? refuse('forbidden', /*i18n*/ 'You cannot give somebody more access than you have')
    : undefined;
}

/**
 * Nobody changes people of a higher level than their own. An unknown level counts as the lowest.
 */
export function mayManageLevel(actor: Actor, level: string | undefined): Refusal | undefined {
  return levelNumber(level ?? '') < levelNumber(actor.level)
    ? refuse('forbidden', /*i18n*/ 'Only somebody of the same or a higher level can change this')
    : undefined;
}

export function mayManagePeople(actor: Actor): Refusal | undefined {
  return firstRefusal(needsPatch(actor), needsAdministrative(actor, ONLY_ADMINISTRATORS));
}

/** Removing the second factors of a member who has lost them. One's own are removed with a code, on the profile. */
export function mayResetFactors(
  actor: Actor,
  { isSelf }: Pick<PersonContext, 'isSelf'>,
): Refusal | undefined {
  return firstRefusal(
    mayManagePeople(actor),
    levelNumber(actor.level) === 1 && !isSelf
      ? undefined
      : refuse('forbidden', /*i18n*/ 'Only level 1 resets the two-step sign-in of others'),
  );
}

/** The data of a person that rules need. */
export interface PersonContext {
  readonly isSelf: boolean;
  /** Nothing of them is left but their number. */
  readonly isErased?: boolean;
  /** Name of their level; undefined if unknown. */
  readonly level: string | undefined;
}

/**
 * Changing name and phone number: one's own, or as an administrator those of people up to one's own
 * level.
 */
export function mayEditPerson(actor: Actor, person: PersonContext): Refusal | undefined {
  if (person.isSelf) return undefined;
  return firstRefusal(mayManagePeople(actor), mayManageLevel(actor, person.level));
}

/**
 * Changing a role. Nobody changes their own: a person who revokes Level 1 from another has it and
 * keeps it, so the last one cannot be removed.
 */
export function maySetRole(
  actor: Actor,
  person: PersonContext,
  next: AccessFlags & { readonly name: string },
): Refusal | undefined {
  return firstRefusal(
    mayManagePeople(actor),
    person.isSelf
      ? refuse('forbidden', /*i18n*/ 'You cannot change your own role. Another administrator can.')
      : undefined,
    mayManageLevel(actor, person.level),
    mayGrantLevel(actor, next),
  );
}

/**
 * Deactivating and reactivating another person; a reactivated person gets no more rights than the
 * actor has.
 */
export function maySetActive(
  actor: Actor,
  person: PersonContext,
  returning: (AccessFlags & { readonly name: string }) | undefined,
): Refusal | undefined {
  return firstRefusal(
    mayManagePeople(actor),
    person.isSelf
      ? refuse('forbidden', /*i18n*/ 'You cannot deactivate yourself. Another administrator can.')
      : undefined,
    person.isErased === true
      ? refuse('conflict', /*i18n*/ 'This person has been erased')
      : undefined,
    mayManageLevel(actor, person.level),
    returning === undefined ? undefined : mayGrantLevel(actor, returning),
  );
}
