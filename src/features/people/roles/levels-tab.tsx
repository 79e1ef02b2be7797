import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { OrgUser } from '../../../../model/entities/org-user.ts';
import type { RoleLevel } from '../../../../model/entities/role-level.ts';
import { mayCreateLevel } from '../../../../model/permissions/role.ts';
import type { Roles } from '../../../data/people.ts';
import { usePendingMark } from '../../../data/sync-status.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { RowMark } from '../../../ui/marks/row-mark.tsx';
import type { AdminColumn } from '../admin-table.tsx';
import { ACCESS } from './access-labels.ts';
import { AdminList } from '../admin-list.tsx';
import styles from '../organization-page.module.css';
import type { TabProps } from '../organization-search.ts';
import { useOpenPanel } from '../use-open-panel.ts';
import { matches } from '../use-sort.ts';

interface LevelsTabProps extends TabProps {
  readonly people: readonly OrgUser[];
  readonly lists: Roles;
}

interface Line {
  readonly level: RoleLevel;
  readonly count: number;
}

/** Permission Level: levels with their access flags (sessions spec, 2). */
export function LevelsTab({ people, lists, search, onSearch }: LevelsTabProps) {
  const { add, edit } = useOpenPanel();
  const lines = useMemo(() => linesOf(people, lists), [people, lists]);
  const columns = useMemo(
    () =>
      columnsOf(
        (id) => void edit('level', id),
        (level) => onSearch({ tab: undefined, level, q: undefined, sort: undefined }),
      ),
    [edit, onSearch],
  );
  return (
    <AdminList
      {...{ search, onSearch, columns }}
      label={i18n.t('Permission levels')}
      searchLabel={i18n.t('Search levels')}
      addLabel={i18n.t('Add Role Level')}
      onAdd={() => void add('level', mayCreateLevel)}
      rows={lines.filter(({ level }) => matches(search.q, level.name))}
      rowKey={({ level }) => level.id}
      firstSort="order"
      none={{ text: i18n.t('No levels yet') }}
      noMatch={i18n.t('No level of this name')}
    />
  );
}

function linesOf(people: readonly OrgUser[], lists: Roles): readonly Line[] {
  const levelOf = new Map(lists.roles.map(({ id, level }) => [id, level]));
  const counts = new Map<string, number>();
  for (const person of people) {
    const level = person.active ? levelOf.get(person.user_role) : undefined;
    if (level !== undefined) counts.set(level, (counts.get(level) ?? 0) + 1);
  }
  return lists.levels.map((level) => ({ level, count: counts.get(level.id) ?? 0 }));
}

function columnsOf(
  onEdit: (id: string) => void,
  onPeople: (level: string) => void,
): readonly AdminColumn<Line>[] {
  return [
    {
      key: 'order',
      header: i18n.t('Level'),
      width: 'minmax(0, 1.6fr)',
      sortBy: ({ level }) => `${String(level.order).padStart(4, '0')} ${level.name}`,
      cell: ({ level, count }) => (
        <LevelCell
          level={level}
          count={count}
          onOpen={() => onEdit(level.id)}
          onPeople={() => onPeople(level.id)}
        />
      ),
    },
    ...ACCESS.map(({ key, column }) => ({
      key,
      header: i18n.t(column),
      width: 'minmax(0, 1fr)',
      align: 'center' as const,
      cell: ({ level }: Line) => <Access has={level[key]} text={i18n.t(column)} />,
    })),
  ];
}

interface LevelCellProps extends Line {
  readonly onOpen: () => void;
  readonly onPeople: () => void;
}

function LevelCell({ level, count, onOpen, onPeople }: LevelCellProps) {
  const mark = usePendingMark('role_levels', level.id);
  return (
    <span className={styles['words']}>
      <span className={styles['name']}>
        <UnstyledButton className={styles['open']} onClick={onOpen}>
          {level.name}
        </UnstyledButton>
        <RowMark mark={mark} />
      </span>
      <UnstyledButton className={styles['count']} onClick={onPeople}>
        {i18n.t('{count, plural, one {# person} other {# people}}', { count })}
      </UnstyledButton>
    </span>
  );
}

function Access({ has, text }: { readonly has: boolean; readonly text: string }) {
  const Icon = has ? IconCheck : IconMinus;
  return (
    <span className={styles['access']} data-has={has}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <VisuallyHidden>
        {has ? i18n.t('{access}: yes', { access: text }) : i18n.t('{access}: no', { access: text })}
      </VisuallyHidden>
    </span>
  );
}
