import type { Kysely } from 'kysely';
import type { ADMIN_LEVELS } from '../../model/permissions/actor.ts';
import type { Schema } from '../store/schema.ts';

/** Active members of these levels with a proved address, the highest level first. */
export function administratorsOf(
  db: Kysely<Schema>,
  {
    orgId,
    levels,
  }: { readonly orgId: string; readonly levels: readonly (typeof ADMIN_LEVELS)[number][] },
) {
  return membersWithLevel(db, orgId)
    .select(['account.email as email', 'person.display_name as name'])
    .where('account.mailbox_proved', '=', 1)
    .where('level.name', 'in', [...levels])
    .orderBy('level.name')
    .orderBy('person.id');
}

/** Active members who have joined, each as `person` with the `account`, the `role` and its `level`. */
export function membersWithLevel(db: Kysely<Schema>, orgId: string) {
  return db
    .selectFrom('org_users as person')
    .innerJoin('users as account', 'account.id', 'person.user')
    .innerJoin('roles as role', (join) =>
      join.onRef('role.org_id', '=', 'person.org_id').onRef('role.id', '=', 'person.user_role'),
    )
    .innerJoin('role_levels as level', (join) =>
      join.onRef('level.org_id', '=', 'person.org_id').onRef('level.id', '=', 'role.level'),
    )
    .where('person.org_id', '=', orgId)
    .where('person.joined', '=', 1)
    .where('person.active', '=', 1);
}
