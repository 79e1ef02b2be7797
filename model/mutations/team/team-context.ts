import { orgUsers } from '../../entities/org-user.ts';
import { refuse, type Refusal } from '../../shared/errors.ts';
import type { Reader } from '../define-mutation.ts';

/**
 * True if all given people are active in the organisation. Reads one after the other, because a
 * transaction runs one query at a time.
 */
export async function arePeople(read: Reader, ids: readonly string[]): Promise<boolean> {
  for (const id of ids) {
    if ((await read.get(orgUsers, id))?.active !== true) return false;
  }
  return true;
}

/**
 * True if all given people belong to the organisation, deactivated or not: a restored team has its
 * previous members, and deactivated people stay in existing teams as well. A device cannot
 * distinguish a restored team from a new one, so this applies to every created team.
 */
export async function areKnown(read: Reader, ids: readonly string[]): Promise<boolean> {
  for (const id of ids) {
    if ((await read.get(orgUsers, id)) === undefined) return false;
  }
  return true;
}

export function refuseStrangers(known: boolean): Refusal | undefined {
  return known ? undefined : refuse('invalid', /*i18n*/ 'Choose people of the organisation');
}

export function refuseInactive(active: boolean): Refusal | undefined {
  return active
    ? undefined
    : refuse('invalid', /*i18n*/ 'Choose active people of the organisation');
}
