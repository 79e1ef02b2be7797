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

/** Administration forms, one at a time; renders nothing for a row that does not exist. */
export function AdminPanel({ panel, edit, onClose }: AdminPanelProps) {
  const lists = useRoles();
  const people = usePeople();
  const teams = useOrganizationTeams();
  const organization = useOrganization();
  if (lists === undefined || people === undefined || teams === undefined) return null;
  const find = <Row extends { readonly id: string }>(rows: readonly Row[]) =>
    rows.find(({ id }) => id === edit);
  switch (panel) {
    case 'add-user':
      return <AddUserPanel lists={lists} onClose={onClose} />;
    case 'invite':
      return <InvitePanel lists={lists} onClose={onClose} />;
    case 'category':
      return <CategoryPanel key={edit} category={find(lists.categories)} onClose={onClose} />;
    case 'role':
      return <RolePanel key={edit} role={find(lists.roles)} lists={lists} onClose={onClose} />;
    case 'level':
      return <LevelPanel key={edit} level={find(lists.levels)} onClose={onClose} />;
    case 'team':
      return <TeamPanel key={edit} team={find(teams)} people={people} onClose={onClose} />;
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
