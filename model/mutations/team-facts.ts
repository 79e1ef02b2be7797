import { orgUsers } from '../entities/org-user.ts';
import { refuse, type Refusal } from '../shared/errors.ts';
import type { Reader } from './define-mutation.ts';

/** True when everybody named is an active person of the organisation. One after the other: a transaction takes one question at a time. */
export async function arePeople(read: Reader, ids: readonly string[]): Promise<boolean> {
  for (const id of ids) {
    if ((await read.get(orgUsers, id))?.active !== true) return false;
  }
  return true;
}

export function refuseStrangers(known: boolean): Refusal | undefined {
  return known ? undefined : refuse('invalid', 'Choose active people of the organisation');
}
