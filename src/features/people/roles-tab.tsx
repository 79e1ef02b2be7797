import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { OrgUser } from '../../../model/entities/org-user.ts';
import type { Role } from '../../../model/entities/role.ts';
import { mayCreateRole } from '../../../model/permissions/role.ts';
import type { Roles } from '../../data/people.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SMALL_ICON } from '../../ui/icon.ts';
import { type TableColumn, VirtualTable } from './virtual-table.tsx';
import { NamedCell } from './named-cell.tsx';
import type { TabProps } from './organization-search.ts';
import { Toolbar } from './toolbar.tsx';
import { useOpenPanel } from './use-open-panel.ts';
import { matches, useSort } from './use-sort.ts';

interface RolesTabProps extends TabProps {
  readonly people: readonly OrgUser[];
  readonly lists: Roles;
}

/** A role with the words of what it belongs to. */
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
  const [sort, setSort] = useSort({ search, onSearch }, 'name');
  const lines = useMemo(() => linesOf(people, lists), [people, lists]);
  const columns = useMemo(() => columnsOf((id) => void edit('role', id)), [edit]);
  const shown = lines.filter(({ role, category, level }) =>
    matches(search.q, role.name, role.short_name, category, level),
  );
  return (
    <>
      <Toolbar
        search={search}
        onSearch={onSearch}
        label="Search roles"
        action={
          <Button
            leftSection={<IconPlus {...SMALL_ICON} />}
            onClick={() => void add('role', mayCreateRole)}
          >
            Add Sub-Category
          </Button>
        }
      />
      <VirtualTable
        label="Roles"
        rows={shown}
        rowKey={({ role }) => role.id}
        columns={columns}
        sort={sort}
        onSort={setSort}
        empty={
          <EmptyState
            compact
            text={search.q === undefined ? 'No roles available' : 'No role matches'}
          />
        }
      />
    </>
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

function columnsOf(onEdit: (id: string) => void): readonly TableColumn<Line>[] {
  return [
    {
      key: 'name',
      header: 'Name',
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
      header: 'Short name',
      width: 'minmax(0, 0.8fr)',
      sortBy: ({ role }) => role.short_name,
      cell: ({ role }) => role.short_name,
    },
    {
      key: 'category',
      header: 'Category',
      width: 'minmax(0, 1fr)',
      wideOnly: true,
      sortBy: ({ category }) => category,
      cell: ({ category }) => category,
    },
    {
      key: 'level',
      header: 'Level',
      width: 'minmax(0, 0.8fr)',
      wideOnly: true,
      sortBy: ({ order, level }) => `${String(order).padStart(4, '0')} ${level}`,
      cell: ({ level }) => level,
    },
    {
      key: 'people',
      header: 'People',
      width: '70px',
      align: 'end',
      sortBy: ({ count }) => count,
      cell: ({ count }) => <span className="tabular">{count}</span>,
    },
  ];
}
