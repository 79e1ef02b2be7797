import { refuse, type Refusal } from '../shared/errors.ts';
import { type Actor, firstRefusal, levelNumber, needsPatch } from './actor.ts';

/** What a token of the organisation may do: read, or read and change. */
export type ProgramAccess = 'read' | 'write';

/** Creating, listing and ending the tokens of the organisation. */
export function mayManageOrganizationTokens(actor: Actor): Refusal | undefined {
  return firstRefusal(
    needsPatch(actor),
    levelNumber(actor.level) === 1
      ? undefined
      : refuse('forbidden', /*i18n*/ 'Only Level 1 manages the tokens of the organisation'),
  );
}

/** Nobody gives a program a flag that they do not have (product.md, 5). */
export function mayCreateOrganizationToken(
  actor: Actor,
  access: ProgramAccess,
): Refusal | undefined {
  const hasAll = actor.get_access && actor.post_access && actor.patch_access && actor.delete_access;
  return firstRefusal(
    mayManageOrganizationTokens(actor),
    access === 'read' || hasAll
      ? undefined
      : refuse('forbidden', /*i18n*/ 'You cannot give a program more access than you have'),
  );
}

/**
 * Rights of a program: it reads, and with `write` it has every flag. For the whole organisation it counts as Level 3;
 * else it reads the projects whose team it belongs to.
 */
export function programRights(
  access: ProgramAccess,
  everyProject: boolean,
): Pick<Actor, 'level' | 'get_access' | 'post_access' | 'patch_access' | 'delete_access'> {
  const writes = access === 'write';
  return {
    level: everyProject ? 'Level 3' : 'Program',
    get_access: true,
    post_access: writes,
    patch_access: writes,
    delete_access: writes,
  };
}
