import { Button, Group, Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { OrgUser } from '../../../../model/entities/org-user.ts';
import { mayInvite } from '../../../../model/permissions/invitation.ts';
import { mayCreatePerson } from '../../../../model/permissions/person.ts';
import type { Roles } from '../../../data/people.ts';
import { useWithoutFactor } from '../../../data/sign-in-rules.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { EmptyState } from '../../../ui/layout/empty-state.tsx';
import { SMALL_ICON } from '../../../ui/marks/icon.ts';
import { type AdminColumn, AdminTable } from '../admin-table.tsx';
import styles from '../organization-page.module.css';
import type { TabProps } from '../organization-search.ts';
import { PersonCell } from './person-cell.tsx';
import { stateOf } from './person-messages.ts';
import { PersonMenu } from './person-menu.tsx';
import { Toolbar } from '../toolbar.tsx';
import { categoryColumn, levelColumn } from '../roles/role-columns.ts';
import { useOpenPanel } from '../use-open-panel.ts';
import { matches, useSort } from '../use-sort.ts';

interface PeopleTabProps extends TabProps {
  readonly people: readonly OrgUser[];
  readonly lists: Roles;
}

/** Person with the texts of the table. */
interface Line {
  readonly person: OrgUser;
  readonly category: string;
  readonly role: string;
  readonly level: string;
  readonly order: number;
}

/** Users: members of the organisation with role and level (sessions spec, 2). */
export function PeopleTab({ people, lists, search, onSearch }: PeopleTabProps) {
  const open = useOpenPanel();
  const [sort, setSort] = useSort({ search, onSearch }, 'name');
  const lines = useMemo(
    () =>
      linesOf(
        people.filter(({ program }) => !program),
        lists,
      ),
    [people, lists],
  );
  const shown = lines.filter((line) => isShown(line, lists, search));
  const { edit } = open;
  const without = useWithoutFactor();
  const columns = useMemo(
    () => columnsOf((id) => void edit('person', id), without),
    [edit, without],
  );
  const isFiltered = (search.q ?? search.category ?? search.level ?? search.state) !== undefined;
  return (
    <>
      <Toolbar
        search={search}
        onSearch={onSearch}
        label={i18n.t('Search users')}
        filters={<Filters lists={lists} search={search} onSearch={onSearch} />}
        action={
          <Group gap="xs" className={styles['actions'] ?? ''}>
            <Button variant="default" onClick={() => void open.add('invite', mayInvite)}>
              {i18n.t('Invite Members')}
            </Button>
            <Button
              leftSection={<IconPlus {...SMALL_ICON} />}
              onClick={() => void open.add('add-user', mayCreatePerson)}
            >
              {i18n.t('Add User')}
            </Button>
          </Group>
        }
      />
      <AdminTable
        label={i18n.t('Users')}
        rows={shown}
        rowKey={({ person }) => person.id}
        columns={columns}
        sort={sort}
        onSort={setSort}
        isPale={({ person }) => !person.active}
        empty={
          <EmptyState
            compact
            text={isFiltered ? i18n.t('Nobody matches') : i18n.t('No users')}
            {...(isFiltered && {
              action: (
                <Button variant="default" onClick={() => onSearch(NO_FILTER)}>
                  {i18n.t('Clear filters')}
                </Button>
              ),
            })}
          />
        }
      />
    </>
  );
}

const NO_FILTER = {
  q: undefined,
  category: undefined,
  level: undefined,
  state: undefined,
} as const;

function Filters({ lists, search, onSearch }: TabProps & { readonly lists: Roles }) {
  return (
    <>
      <Select
        className={styles['filter']}
        size="sm"
        clearable
        aria-label={i18n.t('Category')}
        placeholder={i18n.t('Category')}
        data={lists.categories.map(({ id, name }) => ({ value: id, label: name }))}
        value={search.category ?? null}
        onChange={(value) => onSearch({ category: value ?? undefined })}
      />
      <Select
        className={styles['filter']}
        size="sm"
        clearable
        aria-label={i18n.t('Level')}
        placeholder={i18n.t('Level')}
        data={lists.levels.map(({ id, name }) => ({ value: id, label: name }))}
        value={search.level ?? null}
        onChange={(value) => onSearch({ level: value ?? undefined })}
      />
      <Select
        className={styles['filter']}
        size="sm"
        clearable
        aria-label={i18n.t('State')}
        placeholder={i18n.t('State')}
        data={[
          { value: 'active', label: i18n.t('Active') },
          { value: 'invited', label: i18n.t('Invited') },
          { value: 'deactivated', label: i18n.t('Deactivated') },
        ]}
        value={search.state ?? null}
        onChange={(value) =>
          onSearch({
            state:
              value === 'active' || value === 'invited' || value === 'deactivated'
                ? value
                : undefined,
          })
        }
      />
    </>
  );
}

function linesOf(people: readonly OrgUser[], lists: Roles): readonly Line[] {
  const roles = new Map(lists.roles.map((role) => [role.id, role]));
  const categories = new Map(lists.categories.map(({ id, name }) => [id, name]));
  const levels = new Map(lists.levels.map((level) => [level.id, level]));
  return people.map((person) => {
    const role = roles.get(person.user_role);
    const level = levels.get(role?.level ?? '');
    return {
      person,
      category: categories.get(role?.role_category ?? '') ?? '',
      role: role?.name ?? '',
      level: level?.name ?? '',
      order: level?.order ?? 1_000,
    };
  });
}

function isShown(line: Line, lists: Roles, search: TabProps['search']): boolean {
  const { person, category, role, level } = line;
  const found = lists.roles.find(({ id }) => id === person.user_role);
  if (search.category !== undefined && found?.role_category !== search.category) return false;
  if (search.level !== undefined && found?.level !== search.level) return false;
  if (search.state !== undefined && stateOf(person) !== search.state) return false;
  return matches(search.q, person.display_name, person.email, category, role, level);
}

function columnsOf(
  onEdit: (id: string) => void,
  without: ReadonlySet<string> | undefined,
): readonly AdminColumn<Line>[] {
  return [
    {
      key: 'name',
      header: i18n.t('User Name'),
      width: 'minmax(0, 2.2fr)',
      sortBy: ({ person }) => person.display_name,
      cell: ({ person, role, level }) => (
        <PersonCell
          person={person}
          under={`${role} · ${level}`}
          lacksFactor={without?.has(person.id) ?? false}
          onOpen={() => onEdit(person.id)}
        />
      ),
    },
    categoryColumn('minmax(0, 1fr)'),
    {
      key: 'role',
      header: i18n.t('Role'),
      width: 'minmax(0, 1fr)',
      wideOnly: true,
      sortBy: ({ role }) => role,
      cell: ({ role }) => role,
    },
    levelColumn('110px'),
    {
      key: 'menu',
      header: i18n.t('Actions'),
      quiet: true,
      width: '36px',
      align: 'end',
      cell: ({ person, level }) => (
        <PersonMenu person={person} level={level} onEdit={() => onEdit(person.id)} />
      ),
    },
  ];
}
