import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconUsersGroup } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { OrgUser } from '../../../../model/entities/org-user.ts';
import type { Team } from '../../../../model/entities/team.ts';
import { teamCreate } from '../../../../model/mutations/team/team-create.ts';
import { teamDelete } from '../../../../model/mutations/team/team-delete.ts';
import { mayCreateTeam } from '../../../../model/permissions/team.ts';
import { nameWithState } from '../../../data/person-name.ts';
import { useOrganizationTeams } from '../../../data/administration.ts';
import { useMutate } from '../../../data/client.tsx';
import { i18n } from '../../../i18n/i18n.ts';
import { ICON } from '../../../ui/marks/icon.ts';
import { LoadingRows } from '../../../ui/layout/loading-rows.tsx';
import { FaceGroup } from '../../../ui/marks/face-group.tsx';
import { PersonAvatar } from '../../../ui/marks/person-avatar.tsx';
import type { AdminColumn } from '../admin-table.tsx';
import { AdminList } from '../admin-list.tsx';
import { NamedCell } from '../named-cell.tsx';
import styles from '../organization-page.module.css';
import type { TabProps } from '../organization-search.ts';
import { useOpenPanel } from '../use-open-panel.ts';
import { matches } from '../use-sort.ts';

/** Avatars shown before "+n". */
const FACES = 5;

/** Teams: named groups of people (sessions spec, 2). */
export function TeamsTab(props: TabProps & { readonly people: readonly OrgUser[] }) {
  const { people, search, onSearch } = props;
  const teams = useOrganizationTeams();
  const { add, edit } = useOpenPanel();
  const remove = useDeleteTeam();
  const columns = useMemo(
    () => columnsOf(people, (id) => void edit('team', id), remove),
    [people, edit, remove],
  );
  if (teams === undefined) return <LoadingRows />;
  return (
    <AdminList
      {...{ search, onSearch, columns }}
      label={i18n.t('Teams')}
      searchLabel={i18n.t('Search teams')}
      addLabel={i18n.t('Add Team')}
      onAdd={() => void add('team', mayCreateTeam)}
      rows={teams.filter(({ name }) => matches(search.q, name))}
      rowKey={({ id }) => id}
      firstSort="name"
      none={{
        icon: <IconUsersGroup {...ICON} size={30} />,
        text: i18n.t('No teams yet'),
        hint: i18n.t('A team is a named group of people, whatever their projects.'),
      }}
      noMatch={i18n.t('No team of this name')}
    />
  );
}

function useDeleteTeam(): (team: Team) => Promise<void> {
  const mutate = useMutate();
  return async (team) => {
    const { id, name, members } = team;
    const undo = () => mutate(teamCreate, { id, name, members: [...members] });
    await mutate(teamDelete, { id }, { success: { subject: name, undo } });
  };
}

function columnsOf(
  people: readonly OrgUser[],
  onEdit: (id: string) => void,
  onDelete: (team: Team) => Promise<void>,
): readonly AdminColumn<Team>[] {
  const byId = new Map(people.map((person) => [person.id, person]));
  const membersOf = (team: Team) => team.members.flatMap((id) => byId.get(id) ?? []);
  return [
    {
      key: 'name',
      header: i18n.t('Name'),
      width: 'minmax(0, 1fr)',
      sortBy: ({ name }) => name,
      cell: ({ id, name }) => (
        <NamedCell table="teams" id={id} name={name} onOpen={() => onEdit(id)} />
      ),
    },
    {
      key: 'members',
      header: i18n.t('Members'),
      width: 'minmax(0, 1.4fr)',
      sortBy: ({ members }) => members.length,
      cell: (team) => <Faces people={membersOf(team)} />,
    },
    {
      key: 'menu',
      header: i18n.t('Actions'),
      quiet: true,
      width: '36px',
      align: 'end',
      cell: (team) => (
        <Menu position="bottom-end" width={160} withinPortal>
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={i18n.t('Actions for {name}', { name: team.name })}
            >
              <IconDots {...ICON} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => onEdit(team.id)}>{i18n.t('Edit team')}</Menu.Item>
            <Menu.Item color="red" onClick={() => void onDelete(team)}>
              {i18n.t('Delete team')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ),
    },
  ];
}

function Faces({ people }: { readonly people: readonly OrgUser[] }) {
  if (people.length === 0)
    return <span className={styles['muted']}>{i18n.t('No members in this team')}</span>;
  return (
    <FaceGroup overlap={4}>
      {people.slice(0, FACES).map((person) => (
        <PersonAvatar key={person.id} name={nameWithState(person)} image={person.profile_image} />
      ))}
      {people.length > FACES ? (
        <span className={styles['more']}>+{people.length - FACES}</span>
      ) : null}
    </FaceGroup>
  );
}
