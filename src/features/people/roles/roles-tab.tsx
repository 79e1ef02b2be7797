import { useMemo } from 'react';
import type { OrgUser } from '../../../../model/entities/org-user.ts';
import type { Role } from '../../../../model/entities/role.ts';
import { mayCreateRole } from '../../../../model/permissions/role.ts';
import type { Roles } from '../../../data/people.ts';
import { i18n } from '../../../i18n/i18n.ts';
import type { AdminColumn } from '../admin-table.tsx';
import { AdminList } from '../admin-list.tsx';
import { NamedCell } from '../named-cell.tsx';
import type { TabProps } from '../organization-search.ts';
import { categoryColumn, levelColumn } from './role-columns.ts';
import { useOpenPanel } from '../use-open-panel.ts';
import { matches } from '../use-sort.ts';

interface RolesTabProps extends TabProps {
  readonly people: readonly OrgUser[];
  readonly lists: Roles;
}

/** Role with the texts of the table. */
interface Line {
  readonly role: Role;
  readonly category: string;
  readonly level: string;
  readonly order: number;
  readonly count: number;
}

/** Roles: name, short name, category and level (sessions spec, 2). */
export function RolesTab({ people, lists, search, onSearch }: RolesTabProps) {
  const { add, edit } = useOpenPanel();
  const lines = useMemo(() => linesOf(people, lists), [people, lists]);
  const columns = useMemo(() => columnsOf((id) => void edit('role', id)), [edit]);
  const shown = lines.filter(({ role, category, level }) =>
    matches(search.q, role.name, role.short_name, category, level),
  );
  return (
    <AdminList
      {...{ search, onSearch, columns }}
      label={i18n.t('Roles')}
      searchLabel={i18n.t('Search roles')}
      addLabel={i18n.t('Add Sub-Category')}
      onAdd={() => void add('role', mayCreateRole)}
      rows={shown}
      rowKey={({ role }) => role.id}
      firstSort="name"
      none={{ text: i18n.t('No roles available') }}
      noMatch={i18n.t('No role matches')}
    />
  );
}

function linesOf(people: readonly OrgUser[], lists: Roles): readonly Line[] {
  const categories = new Map(lists.categories.map(({ id, name }) => [id, name]));
  const levels = new Map(lists.levels.map((level) => [level.id, level]));
  const counts = new Map<string, number>();
  for (const { active, user_role } of people) {
    if (active) counts.set(user_role, (counts.get(user_role) ?? 0) + 1);
  }
  return lists.roles.map((role) => ({
    role,
    category: categories.get(role.role_category) ?? '',
    level: levels.get(role.level)?.name ?? '',
    order: levels.get(role.level)?.order ?? 1_000,
    count: counts.get(role.id) ?? 0,
  }));
}

function columnsOf(onEdit: (id: string) => void): readonly AdminColumn<Line>[] {
  return [
    {
      key: 'name',
      header: i18n.t('Name'),
      width: 'minmax(0, 1.6fr)',
      sortBy: ({ role }) => role.name,
      cell: ({ role, category, level }) => (
        <NamedCell
          table="roles"
          id={role.id}
          name={role.name}
          under={`${category} · ${level}`}
          onOpen={() => onEdit(role.id)}
        />
      ),
    },
    {
      key: 'short',
      header: i18n.t('Short name'),
      width: 'minmax(0, 0.8fr)',
      sortBy: ({ role }) => role.short_name,
      cell: ({ role }) => role.short_name,
    },
    categoryColumn('minmax(0, 1fr)'),
    levelColumn('minmax(0, 0.8fr)'),
    {
      key: 'people',
      header: i18n.t('People'),
      width: '70px',
      align: 'end',
      sortBy: ({ count }) => count,
      cell: ({ count }) => <span className="tabular">{count}</span>,
    },
  ];
}
