import { cardArchive } from '../../../model/mutations/card-archive.ts';
import { cardRename } from '../../../model/mutations/card-rename.ts';
import type { Mutation } from '../../../model/mutations/define-mutation.ts';
import { memberAdd } from '../../../model/mutations/member-add.ts';
import { organizationEdit } from '../../../model/mutations/organization-edit.ts';
import { personEdit } from '../../../model/mutations/person-edit.ts';
import { personSetActive } from '../../../model/mutations/person-set-active.ts';
import { personSetRole } from '../../../model/mutations/person-set-role.ts';
import { roleCategoryEdit } from '../../../model/mutations/role-category-edit.ts';
import { roleEdit } from '../../../model/mutations/role-edit.ts';
import { roleLevelEdit } from '../../../model/mutations/role-level-edit.ts';
import { taskArchive } from '../../../model/mutations/task-archive.ts';
import { taskEdit } from '../../../model/mutations/task-edit.ts';
import { taskSetFlag } from '../../../model/mutations/task-set-flag.ts';
import { teamEdit } from '../../../model/mutations/team-edit.ts';
import { teamMembersChange } from '../../../model/mutations/team-members.ts';
import type { ActivityEntry } from '../../data/activity.ts';

type Mutate = <Args>(mutation: Mutation<Args>, args: Args) => Promise<boolean>;
/** Writes the old value as a new change, by the rules of any other; false when it was refused. */
export type PutBack = (mutate: Mutate) => Promise<boolean>;

interface Old {
  readonly id: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** How to bring a value back that was overwritten; undefined where no change can do that. */
export function putBackOf(
  entry: Pick<ActivityEntry, 'table' | 'row'>,
  change: ActivityEntry['changes'][number],
): PutBack | undefined {
  const { field, before, after } = change;
  return WAYS[`${entry.table}.${field}`]?.({ id: entry.row, before, after });
}

const WAYS: Readonly<Record<string, (old: Old) => PutBack | undefined>> = {
  'org_users.display_name': text(
    (id, display_name) => (mutate) => mutate(personEdit, { id, display_name }),
  ),
  'org_users.phone_number': text(
    (id, phone_number) => (mutate) => mutate(personEdit, { id, phone_number }),
  ),
  'org_users.user_role': text(
    (id, user_role) => (mutate) => mutate(personSetRole, { id, user_role }),
  ),
  'org_users.active': flag((id, active) => (mutate) => mutate(personSetActive, { id, active })),
  'roles.name': text((id, name) => (mutate) => mutate(roleEdit, { id, name })),
  'roles.short_name': text((id, short_name) => (mutate) => mutate(roleEdit, { id, short_name })),
  'roles.role_category': text(
    (id, role_category) => (mutate) => mutate(roleEdit, { id, role_category }),
  ),
  'roles.level': text((id, level) => (mutate) => mutate(roleEdit, { id, level })),
  'role_categories.name': text((id, name) => (mutate) => mutate(roleCategoryEdit, { id, name })),
  'role_categories.short_name': text(
    (id, short_name) => (mutate) => mutate(roleCategoryEdit, { id, short_name }),
  ),
  'role_levels.name': text((id, name) => (mutate) => mutate(roleLevelEdit, { id, name })),
  'role_levels.order': ({ id, before }) =>
    typeof before === 'number'
      ? (mutate) => mutate(roleLevelEdit, { id, order: before })
      : undefined,
  'role_levels.get_access': flag(
    (id, get_access) => (mutate) => mutate(roleLevelEdit, { id, get_access }),
  ),
  'role_levels.post_access': flag(
    (id, post_access) => (mutate) => mutate(roleLevelEdit, { id, post_access }),
  ),
  'role_levels.patch_access': flag(
    (id, patch_access) => (mutate) => mutate(roleLevelEdit, { id, patch_access }),
  ),
  'role_levels.delete_access': flag(
    (id, delete_access) => (mutate) => mutate(roleLevelEdit, { id, delete_access }),
  ),
  'organizations.name': text((id, name) => (mutate) => mutate(organizationEdit, { id, name })),
  'organizations.special_role': flag(
    (id, special_role) => (mutate) => mutate(organizationEdit, { id, special_role }),
  ),
  'teams.name': text((id, name) => (mutate) => mutate(teamEdit, { id, name })),
  'teams.members': ({ id, before, after }) => {
    const [was, is] = [listOf(before), listOf(after)];
    const add = was.filter((one) => !is.includes(one));
    const remove = is.filter((one) => !was.includes(one));
    return (mutate) => mutate(teamMembersChange, { id, add, remove });
  },
  'team_members.*': ({ before }) => {
    const { project, organization_user } = rowOf(before);
    if (typeof project !== 'string' || typeof organization_user !== 'string') return undefined;
    return (mutate) => mutate(memberAdd, { project, organization_user });
  },
  'cards.name': text((id, name) => (mutate) => mutate(cardRename, { id, name })),
  'cards.status': flag((id, status) => (mutate) => mutate(cardArchive, { id, status })),
  'tasks.name': text((id, name) => (mutate) => mutate(taskEdit, { id, name })),
  'tasks.description': ({ id, before, after }) => {
    if (typeof before !== 'string' || typeof after !== 'string') return undefined;
    const fields = { id, description: before, description_base: after };
    return (mutate) => mutate(taskEdit, fields);
  },
  'tasks.start_date': date((id, start_date) => (mutate) => mutate(taskEdit, { id, start_date })),
  'tasks.end_date': date((id, end_date) => (mutate) => mutate(taskEdit, { id, end_date })),
  'tasks.flag': text((id, value) => (mutate) => mutate(taskSetFlag, { id, flag: value })),
  'tasks.status': flag((id, status) => (mutate) => mutate(taskArchive, { id, status })),
};

function text(make: (id: string, before: string) => PutBack) {
  return ({ id, before }: Old) => (typeof before === 'string' ? make(id, before) : undefined);
}

function flag(make: (id: string, before: boolean) => PutBack) {
  return ({ id, before }: Old) => (typeof before === 'boolean' ? make(id, before) : undefined);
}

function date(make: (id: string, before: string | null) => PutBack) {
  return ({ id, before }: Old) =>
    typeof before === 'string' || before === null ? make(id, before) : undefined;
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function rowOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
