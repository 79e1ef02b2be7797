import { type OrgUser, orgUsers } from '../../model/entities/org-user.ts';
import { ORGANIZATION_SCOPE, userStream } from '../../model/entities/scopes.ts';
import { CairnError } from '../../model/shared/errors.ts';
import type { WriteTx } from '../writer/writer-types.ts';
import { personOfAccount } from './account-people.ts';
import type { Account } from './accounts.ts';

interface Joining {
  readonly orgId: string;
  readonly account: Account;
  readonly email: string;
  readonly role: string;
}

/**
 * The person in the organisation, added with this role; an existing member keeps theirs. Throws `forbidden` for a
 * deactivated one. `hasJoined`: they were not a member before. Runs in a write of the organisation's stream.
 */
export async function memberOf(
  tx: WriteTx,
  { orgId, account, email, role }: Joining,
): Promise<{ readonly id: string; readonly hasJoined: boolean }> {
  const here = await personOfAccount(await tx.db(), orgId, { id: account.id, email });
  const known = here && (await tx.get(orgUsers, { orgId }, here.id));
  if (known !== undefined && !known.active) {
    throw new CairnError({
      code: 'forbidden',
      message:
        /*i18n*/ 'Your access to this organisation has been ended. An administrator can restore it.',
    });
  }
  const id = known?.id ?? (await tx.nextSerial('org_users'));
  tx.setAuthor({ orgUserId: id });
  if (known === undefined) await tx.createStream(userStream(id), orgId);
  const fresh: OrgUser = {
    id,
    scope: ORGANIZATION_SCOPE,
    v: 0,
    user: account.id,
    display_name: account.display_name,
    email,
    phone_number: account.phone_number,
    profile_image: null,
    user_role: role,
    active: true,
    joined: true,
    shares_seen: true,
    program: false,
    created_at: new Date(tx.at).toISOString(),
  };
  await tx.put(
    orgUsers,
    { orgId },
    known === undefined ? fresh : { ...known, user: account.id, joined: true },
  );
  return { id, hasJoined: known?.joined !== true };
}
