import { invitations } from '../../../model/entities/invitation.ts';
import { roleCategories } from '../../../model/entities/role-category.ts';
import { roles } from '../../../model/entities/role.ts';
import { teams } from '../../../model/entities/team.ts';
import { invitationCreate } from '../../../model/mutations/invitation/invitation-create.ts';
import { invitationResend } from '../../../model/mutations/invitation/invitation-resend.ts';
import { invitationRevoke } from '../../../model/mutations/invitation/invitation-revoke.ts';
import { personEdit } from '../../../model/mutations/person/person-edit.ts';
import { roleCategoryCreate } from '../../../model/mutations/role/role-category-create.ts';
import { roleCategoryEdit } from '../../../model/mutations/role/role-category-edit.ts';
import { roleCreate } from '../../../model/mutations/role/role-create.ts';
import { roleEdit } from '../../../model/mutations/role/role-edit.ts';
import { teamCreate } from '../../../model/mutations/team/team-create.ts';
import { teamDelete } from '../../../model/mutations/team/team-delete.ts';
import { teamEdit } from '../../../model/mutations/team/team-edit.ts';
import { teamMembersChange } from '../../../model/mutations/team/team-members.ts';
import { type Act, find, on, pick, somebody, type } from './doing.ts';

/** Administration: categories, roles, teams and invitations; some actors lack the right and are refused. */
export const ADMINISTRATION_ACTIONS = {
  'category-create': (doing) => {
    const id = doing.tab.newId();
    const name = type(doing, roleCategories, id);
    return doing.tab.mutate(roleCategoryCreate, { id, name, short_name: 'X' });
  },
  'category-edit': (doing) =>
    on(
      pick(doing, roleCategories, () => true),
      ({ id }) => doing.tab.mutate(roleCategoryEdit, { id, name: type(doing, roleCategories, id) }),
    ),
  'role-create': (doing) =>
    on(
      pick(doing, roleCategories, () => true),
      async (category) => {
        const id = doing.tab.newId();
        const level = find(doing, roles, doing.cast.roles.member)?.level;
        if (level === undefined) return undefined;
        return doing.tab.mutate(roleCreate, {
          id,
          name: type(doing, roles, id),
          short_name: 'X',
          role_category: category.id,
          level,
        });
      },
    ),
  'role-edit': (doing) =>
    on(
      pick(doing, roles, () => true),
      ({ id }) => doing.tab.mutate(roleEdit, { id, name: type(doing, roles, id) }),
    ),
  'team-create': (doing) => {
    const id = doing.tab.newId();
    const name = type(doing, teams, id);
    return doing.tab.mutate(teamCreate, { id, name, members: [somebody(doing)] });
  },
  'team-rename': (doing) =>
    on(
      pick(doing, teams, () => true),
      ({ id }) => doing.tab.mutate(teamEdit, { id, name: type(doing, teams, id) }),
    ),
  'team-members': (doing) =>
    on(
      pick(doing, teams, () => true),
      ({ id }) => {
        const who = somebody(doing);
        const comes = doing.random.chance(0.5);
        const change = comes ? { add: [who], remove: [] } : { add: [], remove: [who] };
        return doing.tab.mutate(teamMembersChange, { id, ...change });
      },
    ),
  'team-delete': (doing) =>
    on(
      pick(doing, teams, () => true),
      ({ id }) => doing.tab.mutate(teamDelete, { id }),
    ),
  invite: (doing) =>
    doing.tab.mutate(invitationCreate, {
      id: doing.tab.newId(),
      email: `${doing.word()}@example.org`,
      role: doing.cast.roles.member,
    }),
  'invite-again': (doing) =>
    on(
      pick(doing, invitations, ({ state }) => state === 'pending'),
      ({ id }) => doing.tab.mutate(invitationResend, { id, again: true }),
    ),
  'invite-revoke': (doing) =>
    on(
      pick(doing, invitations, ({ state }) => state === 'pending'),
      ({ id }) => doing.tab.mutate(invitationRevoke, { id, revoked: true }),
    ),
  'person-edit': (doing) =>
    doing.tab.mutate(personEdit, { id: somebody(doing), phone_number: '+49 30 123456' }),
} as const satisfies Readonly<Record<string, Act>>;
