import { useOrganizationTeams } from '../../data/administration.ts';
import type { PanelName } from '../../data/app-search.ts';
import { useOrganization } from '../../data/organization.ts';
import { usePeople, useRoles } from '../../data/people.ts';
import { AddUserPanel } from './members/add-user-panel.tsx';
import { CategoryPanel } from './roles/category-panel.tsx';
import { InvitePanel } from './invitations/invite-panel.tsx';
import { LevelPanel } from './roles/level-panel.tsx';
import { OrganizationPanel } from './organization-panel.tsx';
import { PersonPanel } from './members/person-panel.tsx';
import { RolePanel } from './roles/role-panel.tsx';
import { TeamPanel } from './teams/team-panel.tsx';

interface AdminPanelProps {
  readonly panel: PanelName;
  /** Id of the edited row; undefined: the form creates one. */
  readonly edit: string | undefined;
  readonly onClose: () => void;
}

/** Administration forms, one at a time; renders nothing for a row that does not exist, or not any more. */
export function AdminPanel({ panel, edit, onClose }: AdminPanelProps) {
  const lists = useRoles();
  const people = usePeople();
  const teams = useOrganizationTeams();
  const organization = useOrganization();
  if (lists === undefined || people === undefined || teams === undefined) return null;
  const find = <Row extends { readonly id: string }>(rows: readonly Row[]) =>
    rows.find(({ id }) => id === edit);
  // Without its row the form would create another one, from what was typed to edit this one.
  const isGone = (row: object | undefined) => edit !== undefined && row === undefined;
  switch (panel) {
    case 'add-user':
      return <AddUserPanel lists={lists} onClose={onClose} />;
    case 'invite':
      return <InvitePanel lists={lists} onClose={onClose} />;
    case 'category': {
      const category = find(lists.categories);
      return isGone(category) ? null : (
        <CategoryPanel key={edit} category={category} onClose={onClose} />
      );
    }
    case 'role': {
      const role = find(lists.roles);
      return isGone(role) ? null : (
        <RolePanel key={edit} role={role} lists={lists} onClose={onClose} />
      );
    }
    case 'level': {
      const level = find(lists.levels);
      return isGone(level) ? null : <LevelPanel key={edit} level={level} onClose={onClose} />;
    }
    case 'team': {
      const team = find(teams);
      return isGone(team) ? null : (
        <TeamPanel key={edit} team={team} people={people} onClose={onClose} />
      );
    }
    case 'person': {
      const person = find(people);
      return person === undefined ? null : (
        <PersonPanel key={edit} person={person} lists={lists} onClose={onClose} />
      );
    }
    case 'organization':
      return organization ? (
        <OrganizationPanel organization={organization} onClose={onClose} />
      ) : null;
    default:
      return null;
  }
}
