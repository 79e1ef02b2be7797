import { orgUsers } from '../../model/entities/org-user.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import type { WriteTx } from '../writer/writer-types.ts';

/** Name of the person who acts, for mails. */
export async function nameOf(tx: WriteTx, { orgId, orgUserId }: Actor): Promise<string> {
  const person = await tx.get(orgUsers, { orgId }, orgUserId);
  return person?.display_name ?? '';
}
