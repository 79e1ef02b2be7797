import { DEFAULT_FLAGS, flags } from '../../model/entities/flag.ts';
import { orgUsers } from '../../model/entities/org-user.ts';
import { organizations } from '../../model/entities/organization.ts';
import { roleCategories } from '../../model/entities/role-category.ts';
import { roleLevels } from '../../model/entities/role-level.ts';
import { roles } from '../../model/entities/role.ts';
import { ORGANIZATION_SCOPE, orgStream, userStream } from '../../model/entities/scopes.ts';
import { DEFAULT_DETAIL_MONTHS } from '../../model/shared/detail-months.ts';
import { ERASE_AFTER_DAYS } from '../../model/shared/erasure.ts';
import type { WriteTx } from '../writer/writer-types.ts';

/** Part of a write that founding an organisation uses. */
export type FoundingTx = Pick<WriteTx, 'at' | 'createStream' | 'nextSerial' | 'put' | 'setAuthor'>;

/** The person who founds an organisation, with an existing account. */
export interface Founder {
  readonly userId: string;
  readonly displayName: string;
  readonly email: string;
  readonly phoneNumber: string;
}

/**
 * Creates an organisation with the rows that each one starts with: the reserved Levels 1 to 3 and one for everybody
 * else, a category with a role for each, the priorities, and the founder at Level 1 (product.md, 5; issue: sign-up).
 */
export async function foundOrganization(
  tx: FoundingTx,
  name: string,
  founder: Founder,
): Promise<{ readonly orgId: string; readonly orgUserId: string }> {
  const orgId = await tx.nextSerial('organizations');
  const orgUserId = await tx.nextSerial('org_users');
  const place = { orgId };
  const common = { scope: ORGANIZATION_SCOPE, v: 0, created_at: new Date(tx.at).toISOString() };
  await tx.createStream(orgStream(orgId), orgId);
  await tx.createStream(userStream(orgUserId), orgId);
  tx.setAuthor({ orgUserId });
  await tx.put(organizations, place, {
    ...common,
    id: orgId,
    name,
    special_role: false,
    work_receipts: true,
    erase_after_days: ERASE_AFTER_DAYS,
    detail_months: DEFAULT_DETAIL_MONTHS,
  });
  const category = await tx.nextSerial('role_categories');
  await tx.put(roleCategories, place, {
    ...common,
    id: category,
    name: 'General',
    short_name: 'GEN',
  });
  let first: string | undefined;
  for (const [order, start] of START.entries()) {
    const level = await tx.nextSerial('role_levels');
    const role = await tx.nextSerial('roles');
    await tx.put(roleLevels, place, {
      ...common,
      id: level,
      name: start.level,
      order: order + 1,
      get_access: true,
      post_access: true,
      patch_access: true,
      delete_access: start.mayDelete,
    });
    await tx.put(roles, place, {
      ...common,
      id: role,
      name: start.role,
      short_name: start.short,
      role_category: category,
      level,
    });
    first ??= role;
  }
  for (const [order, flag] of DEFAULT_FLAGS.entries()) {
    const id = await tx.nextSerial('flags');
    await tx.put(flags, place, {
      id,
      scope: ORGANIZATION_SCOPE,
      v: 0,
      order,
      status: true,
      ...flag,
    });
  }
  await tx.put(orgUsers, place, {
    ...common,
    id: orgUserId,
    user: founder.userId,
    display_name: founder.displayName,
    email: founder.email,
    phone_number: founder.phoneNumber,
    profile_image: null,
    user_role: first ?? '',
    active: true,
    joined: true,
    shares_seen: true,
    program: false,
  });
  return { orgId, orgUserId };
}

/**
 * Claims the numbers that an account and its organisation would get, and leaves them unused: the numbers of what is
 * founded next must not show that an address was known (decision 0010).
 */
export async function skipFoundingNumbers(tx: WriteTx): Promise<void> {
  const counts = [
    ['users', 1],
    ['organizations', 1],
    ['org_users', 1],
    ['role_categories', 1],
    ['role_levels', START.length],
    ['roles', START.length],
    ['flags', DEFAULT_FLAGS.length],
  ] as const;
  for (const [counter, count] of counts) {
    for (let claimed = 0; claimed < count; claimed += 1) await tx.nextSerial(counter);
  }
}

const START = [
  { level: 'Level 1', role: 'Administrator', short: 'ADM', mayDelete: true },
  { level: 'Level 2', role: 'Manager', short: 'MGR', mayDelete: true },
  { level: 'Level 3', role: 'Coordinator', short: 'CRD', mayDelete: true },
  { level: 'Member', role: 'Member', short: 'MEM', mayDelete: false },
] as const;
