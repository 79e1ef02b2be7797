import { refuse, type Refusal } from '../shared/errors.ts';

/** The four access flags of a level (sessions spec, 6). */
export interface AccessFlags {
  readonly get_access: boolean;
  readonly post_access: boolean;
  readonly patch_access: boolean;
  readonly delete_access: boolean;
}

/** The acting person, their organisation and their rights: the input of every rule. */
export interface Actor extends AccessFlags {
  readonly orgId: string;
  readonly orgUserId: string;
  readonly userId: string;
  /** Name of the level, e.g. `Level 1`. */
  readonly level: string;
  readonly specialRole: boolean;
}

/** The reserved administrative levels (board spec, 9; product.md, 5), highest first. */
export const ADMIN_LEVELS = ['Level 1', 'Level 2', 'Level 3'] as const;

export function isAdministrative(actor: Pick<Actor, 'level'>): boolean {
  return levelNumber(actor.level) <= ADMIN_LEVELS.length;
}

/** 1 to 3 for the administrative levels, 4 for every other. */
export function levelNumber(level: string): number {
  const index = ADMIN_LEVELS.findIndex((name) => name === level);
  return index === -1 ? ADMIN_LEVELS.length + 1 : index + 1;
}

/**
 * The same person with every access flag. A control is shown to people with the role for it;
 * without the flag the click shows the alert and nothing happens (board spec, 6).
 */
export function withAllAccess(actor: Actor): Actor {
  return { ...actor, get_access: true, post_access: true, patch_access: true, delete_access: true };
}

/** Text of the patch alert when the specification gives none of its own (board spec, 6). */
export const NO_PATCH_ACCESS = /*i18n*/ "You don't have access to make this change";

export function needsPost(actor: Actor, alert: string): Refusal | undefined {
  return actor.post_access ? undefined : refuse('forbidden', alert);
}

export function needsPatch(actor: Actor, alert: string = NO_PATCH_ACCESS): Refusal | undefined {
  return actor.patch_access ? undefined : refuse('forbidden', alert);
}

export function needsAdministrative(actor: Actor, alert: string): Refusal | undefined {
  return isAdministrative(actor) ? undefined : refuse('forbidden', alert);
}

/** The first refusal of a list of rules, in the order in which the specification checks them. */
export function firstRefusal(...rules: readonly (Refusal | undefined)[]): Refusal | undefined {
  return rules.find((rule) => rule !== undefined);
}
