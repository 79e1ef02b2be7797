import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { OrgUser } from '../../../model/entities/org-user.ts';
import { isAdministrative } from '../../../model/permissions/actor.ts';
import { mayCreatePerson } from '../../../model/permissions/person.ts';
import { useActor, useAllowed } from '../../data/client.tsx';
import { type Roles, usePeople, useRoles } from '../../data/people.ts';
import { usePendingMark } from '../../data/sync-status.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SMALL_ICON } from '../../ui/icon.ts';
import { LoadingRows } from '../../ui/loading-rows.tsx';
import { Page } from '../../ui/page.tsx';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import { RowMark } from '../../ui/row-mark.tsx';
import styles from './organization-page.module.css';

/** User management: who belongs to the organisation, with which role and level (sessions spec, 2). */
export function OrganizationPage() {
  const actor = useActor();
  const people = usePeople();
  const roles = useRoles();
  const allowed = useAllowed();
  const navigate = useNavigate();
  if (actor === undefined) return null;
  if (!isAdministrative(actor)) {
    return (
      <Page title="User Management">
        <EmptyState text="Only levels 1 to 3 manage people" />
      </Page>
    );
  }
  const add = async () => {
    if (!(await allowed(mayCreatePerson))) return;
    await navigate({ to: '.', search: (before) => ({ ...before, panel: 'add-user' }) });
  };
  return (
    <Page
      title="User Management"
      hint={
        people === undefined ? (
          <span>&nbsp;</span>
        ) : (
          `${people.length} ${people.length === 1 ? 'person' : 'people'}`
        )
      }
      actions={
        <Button leftSection={<IconPlus {...SMALL_ICON} />} onClick={() => void add()}>
          Add User
        </Button>
      }
    >
      {people === undefined || roles === undefined ? (
        <LoadingRows />
      ) : (
        <PeopleTable people={people} roles={roles} />
      )}
    </Page>
  );
}

function PeopleTable({
  people,
  roles,
}: {
  readonly people: readonly OrgUser[];
  readonly roles: Roles;
}) {
  const roleById = new Map(roles.roles.map((role) => [role.id, role]));
  const categoryById = new Map(roles.categories.map((category) => [category.id, category.name]));
  const levelById = new Map(roles.levels.map((level) => [level.id, level.name]));
  const roleOf = (person: OrgUser) => roleById.get(person.user_role);
  return (
    <DataTable
      label="Users"
      rows={people}
      rowKey={(person) => person.id}
      empty="No users"
      columns={[
        { key: 'name', header: 'User Name', cell: (person) => <PersonCell person={person} /> },
        {
          key: 'category',
          header: 'Category',
          width: '18%',
          wideOnly: true,
          cell: (person) => categoryById.get(roleOf(person)?.role_category ?? '') ?? '',
        },
        {
          key: 'role',
          header: 'Role',
          width: '18%',
          cell: (person) => roleOf(person)?.name ?? '',
        },
        {
          key: 'level',
          header: 'Level',
          width: '14%',
          wideOnly: true,
          cell: (person) => levelById.get(roleOf(person)?.level ?? '') ?? '',
        },
      ]}
    />
  );
}

function PersonCell({ person }: { readonly person: OrgUser }) {
  const mark = usePendingMark('org_users', person.id);
  return (
    <span className={styles['person']}>
      <PersonAvatar
        name={person.display_name}
        image={person.profile_image}
        size={30}
        tooltip={false}
      />
      <span className={styles['words']}>
        <span className={styles['name']}>
          {person.display_name}
          {person.joined ? null : <span className={styles['invited']}>Invited</span>}
          <RowMark mark={mark} />
        </span>
        <span className={styles['email']}>{person.email}</span>
      </span>
    </span>
  );
}
