import { ActionIcon, Button, Group, Select, Tooltip } from '@mantine/core';
import { IconUserMinus, IconUsers } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { memberAdd } from '../../../model/mutations/member/member-add.ts';
import { memberRemove } from '../../../model/mutations/member/member-remove.ts';
import { nameWithState } from '../../data/person-name.ts';
import { useIsAdministrative } from '../../data/administrative.ts';
import { useMutate } from '../../data/client.tsx';
import { useMembers } from '../../data/members.ts';
import { usePeople } from '../../data/people.ts';
import { useProject } from '../../data/projects.ts';
import { usePendingMark } from '../../data/sync-status.ts';
import { i18n } from '../../i18n/i18n.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { ICON, SMALL_ICON } from '../../ui/marks/icon.ts';
import { PersonAvatar } from '../../ui/marks/person-avatar.tsx';
import { RowMark } from '../../ui/marks/row-mark.tsx';
import { Panel } from '../../ui/overlays/panel.tsx';
import { useOnce } from '../../ui/hooks/use-once.ts';
import { usePassedFocus } from '../../ui/focus/use-passed-focus.ts';
import styles from './members-panel.module.css';

interface MembersPanelProps {
  /** Id of the project. */
  readonly project: string;
  readonly onClose: () => void;
}

/** Members of a project; levels 1 to 3 add and remove people. */
export function MembersPanel({ project, onClose }: MembersPanelProps) {
  const row = useProject(project);
  const members = useMembers(project);
  const mayManage = useIsAdministrative();
  return (
    <Panel
      title={row ? i18n.t('Team of {name}', { name: row.name }) : i18n.t('Team')}
      width={400}
      onClose={onClose}
    >
      {mayManage ? (
        <AddMember project={project} members={members?.map((m) => m.person.id) ?? []} />
      ) : null}
      {members?.length === 0 ? (
        <EmptyState
          icon={<IconUsers {...ICON} size={28} />}
          text={i18n.t('Not assigned')}
          hint={
            mayManage
              ? i18n.t('Add the first person above.')
              : i18n.t('Nobody works in this project yet.')
          }
        />
      ) : (
        <ul className={styles['list']}>
          {members?.map((member) => (
            <MemberRow
              key={member.id}
              id={member.id}
              project={project}
              person={member.person.id}
              name={nameWithState(member.person)}
              email={member.person.email}
              image={member.person.profile_image}
              mayRemove={mayManage}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

interface MemberRowProps {
  readonly id: string;
  readonly project: string;
  readonly person: string;
  readonly name: string;
  readonly email: string;
  readonly image: string | null;
  readonly mayRemove: boolean;
}

function MemberRow({ id, project, person, name, email, image, mayRemove }: MemberRowProps) {
  const mutate = useMutate();
  const mark = usePendingMark('team_members', id);
  const row = useRef<HTMLLIElement>(null);
  usePassedFocus(row);
  const remove = async () => {
    const undo = () => mutate(memberAdd, { project, organization_user: person });
    await mutate(memberRemove, { id }, { success: { subject: name, undo } });
  };
  return (
    <li ref={row} className={styles['row']}>
      <PersonAvatar name={name} image={image} size={32} tooltip={false} />
      <div className={styles['who']}>
        <div className={styles['name']}>{name}</div>
        <div className={styles['email']}>{email}</div>
      </div>
      <RowMark mark={mark} />
      {mayRemove ? (
        <Tooltip label={i18n.t('Remove from the team')}>
          <ActionIcon
            aria-label={i18n.t('Remove {name} from the team', { name })}
            onClick={() => void remove()}
          >
            <IconUserMinus {...SMALL_ICON} />
          </ActionIcon>
        </Tooltip>
      ) : null}
    </li>
  );
}

interface AddMemberProps {
  readonly project: string;
  /** Ids of organisation users who are members already. */
  readonly members: readonly string[];
}

function AddMember({ project, members }: AddMemberProps) {
  const people = usePeople();
  const mutate = useMutate();
  const [chosen, setChosen] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const choices = (people ?? []).filter(
    (person) => person.active && person.user !== '' && !members.includes(person.id),
  );
  const [add, isBusy] = useOnce(async () => {
    if (chosen === null) return;
    if (!(await mutate(memberAdd, { project, organization_user: chosen }))) return;
    setChosen(null);
    // The button has nothing to add now: the field takes the focus for the next name.
    field.current?.focus();
  });
  return (
    <form onSubmit={add} className={styles['add']}>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <Select
          ref={field}
          className={styles['select']}
          openOnFocus={false}
          label={i18n.t('Add a person')}
          placeholder={
            choices.length === 0 ? i18n.t('Everybody is in the team') : i18n.t('Search by name')
          }
          searchable
          clearable
          nothingFoundMessage={i18n.t('Nobody of this name is left to add')}
          data={choices.map((person) => ({ value: person.id, label: person.display_name }))}
          readOnly={isBusy}
          value={chosen}
          onChange={setChosen}
        />
        <Button type="submit" disabled={chosen === null}>
          {i18n.t('Add')}
        </Button>
      </Group>
    </form>
  );
}
