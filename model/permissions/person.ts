import { refuse, type Refusal } from '../shared/errors.ts';
import {
  type AccessFlags,
  type Actor,
  firstRefusal,
  levelNumber,
  needsAdministrative,
  needsPost,
} from './actor.ts';

const ALERT = 'You dont have access to create a user';

export function mayCreatePerson(actor: Actor): Refusal | undefined {
  return firstRefusal(needsPost(actor, ALERT), needsAdministrative(actor, ALERT));
}

/** Nobody gives a level above their own, or a flag that they do not hold (product.md, 5). */
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
    ? refuse('forbidden', 'You cannot give somebody more access than you have')
    : undefined;
}
