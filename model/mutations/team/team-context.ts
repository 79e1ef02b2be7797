import { orgUsers } from '../../entities/org-user.ts';
import { refuse, type Refusal } from '../../shared/errors.ts';
import type { Reader } from '../define-mutation.ts';

/** True when everybody named is an active person of the organisation. One after the other: a transaction takes one question at a time. */
export async function arePeople(read: Reader, ids: readonly string[]): Promise<boolean> {
  for (const id of ids) {
    if ((await read.get(orgUsers, id))?.active !== true) return false;
  }
  return true;
}

/**
 * True when everybody named is a person of the organisation, deactivated or not: a team that comes back has whom it had,
 * and those who were deactivated stay in the teams there are as well. A device cannot tell a team that comes back from a
 * new one, so this goes for every team that is made.
 */
export async function areKnown(read: Reader, ids: readonly string[]): Promise<boolean> {
  for (const id of ids) {
    if ((await read.get(orgUsers, id)) === undefined) return false;
  }
  return true;
}

export function refuseStrangers(known: boolean): Refusal | undefined {
  return known ? undefined : refuse('invalid', 'Choose people of the organisation');
}

export function refuseInactive(active: boolean): Refusal | undefined {
  return active ? undefined : refuse('invalid', 'Choose active people of the organisation');
}
