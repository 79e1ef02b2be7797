import { useMemo } from 'react';
import type { RoleCategory } from '../../../../model/entities/role-category.ts';
import { mayCreateCategory } from '../../../../model/permissions/role.ts';
import type { Roles } from '../../../data/people.ts';
import { i18n } from '../../../i18n/i18n.ts';
import type { AdminColumn } from '../admin-table.tsx';
import { AdminList } from '../admin-list.tsx';
import { NamedCell } from '../named-cell.tsx';
import type { TabProps } from '../organization-search.ts';
import { useOpenPanel } from '../use-open-panel.ts';
import { matches } from '../use-sort.ts';

/** Categories with name and short name (sessions spec, 2). */
export function CategoriesTab({ lists, search, onSearch }: TabProps & { readonly lists: Roles }) {
  const { add, edit } = useOpenPanel();
  const columns = useMemo(() => columnsOf(lists, (id) => void edit('category', id)), [lists, edit]);
  const shown = lists.categories.filter((one) => matches(search.q, one.name, one.short_name));
  return (
    <AdminList
      {...{ search, onSearch, columns }}
      label={i18n.t('Categories')}
      searchLabel={i18n.t('Search categories')}
      addLabel={i18n.t('Add Category')}
      onAdd={() => void add('category', mayCreateCategory)}
      rows={shown}
      rowKey={({ id }) => id}
      firstSort="name"
      none={{ text: i18n.t('No categories yet') }}
      noMatch={i18n.t('No category of this name')}
    />
  );
}

function columnsOf(
  lists: Roles,
  onEdit: (id: string) => void,
): readonly AdminColumn<RoleCategory>[] {
  const rolesOf = (id: string) => lists.roles.filter((role) => role.role_category === id).length;
  return [
    {
      key: 'name',
      header: i18n.t('Name'),
      width: 'minmax(0, 2fr)',
      sortBy: ({ name }) => name,
      cell: ({ id, name }) => (
        <NamedCell table="role_categories" id={id} name={name} onOpen={() => onEdit(id)} />
      ),
    },
    {
      key: 'short',
      header: i18n.t('Short name'),
      width: 'minmax(0, 1fr)',
      sortBy: ({ short_name }) => short_name,
      cell: ({ short_name }) => short_name,
    },
    {
      key: 'roles',
      header: i18n.t('Roles'),
      width: '70px',
      align: 'end',
      sortBy: ({ id }) => rolesOf(id),
      cell: ({ id }) => <span className="tabular">{rolesOf(id)}</span>,
    },
  ];
}
