import type { Refusal } from '../shared/errors.ts';
import type { Actor } from './actor.ts';
import { notFound } from './project.ts';

/**
 * A profile is changed by its own person, with any level and flags; administrators change roles
 * instead.
 */
export function refuseForeignProfile(actor: Actor, orgUserId: string): Refusal | undefined {
  return orgUserId === actor.orgUserId ? undefined : notFound();
}
