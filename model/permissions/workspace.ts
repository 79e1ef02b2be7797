import type { Refusal } from '../shared/errors.ts';
import { type Actor, firstRefusal, needsAdministrative, needsPost } from './actor.ts';

export function mayCreateWorkspace(actor: Actor): Refusal | undefined {
  const alert = 'You dont have access to add a workspace';
  return firstRefusal(needsPost(actor, alert), needsAdministrative(actor, alert));
}
