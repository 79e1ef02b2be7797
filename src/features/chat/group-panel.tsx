import { ActionIcon, Button, Group as Row, Stack, TextInput } from '@mantine/core';
import { IconUserMinus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Group } from '../../../model/entities/group.ts';
import type { GroupMember } from '../../../model/entities/group-member.ts';
import { mayChangeGroup } from '../../../model/permissions/chat.ts';
import { nameOfPerson } from '../../data/person-name.ts';
import { useChangeMembers, useRenameGroup } from '../../data/chat-changes.ts';
import { useGroupMembers } from '../../data/chat.ts';
import { useActor } from '../../data/client.tsx';
import { useDraft } from '../../data/drafts.ts';
import { usePeople } from '../../data/people.ts';
import { i18n } from '../../i18n/i18n.ts';
import { useDialogs } from '../../ui/overlays/dialogs.tsx';
import { useRename } from '../../ui/forms/use-rename.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { PersonAvatar } from '../../ui/marks/person-avatar.tsx';
import { Panel } from '../../ui/overlays/panel.tsx';
import styles from './group-panel.module.css';
import { PeopleSelect } from './people-select.tsx';

interface GroupPanelProps {
  readonly group: Group;
  readonly onClose: () => void;
}

/** Add Team Member (sessions spec, 2): members of the channel, adding members, renaming, leaving. */
export function GroupPanel({ group, onClose }: GroupPanelProps) {
  const members = useGroupMembers(group.id);
  const change = useChangeMembers();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const add = async () => {
    if (chosen.length > 0 && (await change(group.id, { add: chosen }))) setChosen([]);
  };
  return (
    <Panel title={i18n.t('Add Team Member')} width={400} onClose={onClose}>
      <Stack gap="lg">
        <Stack gap="xs">
          <PeopleSelect
            label={i18n.t('Members')}
            value={chosen}
            except={(members ?? []).map((member) => member.organization_user)}
            onChange={setChosen}
          />
          <Row justify="flex-end">
            <Button disabled={chosen.length === 0} onClick={() => void add()}>
              {i18n.t('Add Member')}
            </Button>
          </Row>
        </Stack>
        <MemberList group={group} />
        <GroupName key={group.id} group={group} />
        <LeaveGroup group={group} onClose={onClose} />
      </Stack>
    </Panel>
  );
}

function MemberList({ group }: { readonly group: Group }) {
  const actor = useActor();
  const members = useGroupMembers(group.id);
  const people = usePeople();
  const change = useChangeMembers();
  if (members === undefined || people === undefined || actor === undefined) return null;
  if (members.length === 0) {
    return <p className={styles['nothing']}>{i18n.t('No members in this group')}</p>;
  }
  const mayRemove =
    mayChangeGroup(actor, group, { isMember: true, removesOthers: true }) === undefined;
  const remove = async ({ organization_user: person, since }: GroupMember, name: string) => {
    const undo = () => change(group.id, { add: [person], since: { [person]: since } });
    await change(group.id, { remove: [person] }, { subject: name, undo });
  };
  return (
    <ul className={styles['members']} aria-label={i18n.t('Members of this channel')}>
      {members.map((member) => {
        const { id, organization_user } = member;
        const person = people.find((one) => one.id === organization_user) ?? null;
        const name = person === null ? nameOfPerson(null) : nameOfPerson(person);
        const isMe = organization_user === actor.orgUserId;
        return (
          <li key={id} className={styles['member']}>
            <PersonAvatar name={name} image={person?.profile_image} size={28} tooltip={false} />
            <span className={styles['name']}>{isMe ? i18n.t('{name} (You)', { name }) : name}</span>
            {mayRemove && !isMe && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={i18n.t('Remove {name}', { name })}
                data-tip={i18n.t('Remove')}
                onClick={() => void remove(member, name)}
              >
                <IconUserMinus {...SMALL_ICON} />
              </ActionIcon>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function GroupName({ group }: { readonly group: Group }) {
  const rename = useRenameGroup();
  const draft = useDraft(`group-name:${group.id}`, { name: group.name });
  const { field, canSave, save } = useRename({
    name: group.name,
    store: draft,
    canSave: (name) => name !== '' && name !== group.name,
    save: (name) => rename(group.id, name),
    onDone: draft.clear,
  });
  return (
    <form onSubmit={save}>
      <Row align="flex-end" gap="xs" wrap="nowrap">
        <TextInput label={i18n.t('Group Name')} style={{ flex: 1 }} {...field} />
        <Button type="submit" variant="default" disabled={!canSave}>
          {i18n.t('Rename')}
        </Button>
      </Row>
    </form>
  );
}

function LeaveGroup({ group, onClose }: GroupPanelProps) {
  const actor = useActor();
  const members = useGroupMembers(group.id);
  const people = usePeople();
  const change = useChangeMembers();
  const dialogs = useDialogs();
  const navigate = useNavigate();
  if (actor === undefined || members === undefined || people === undefined) return null;
  const hasReader = members.some(
    ({ organization_user: id }) =>
      id !== actor.orgUserId && people.find((one) => one.id === id)?.active === true,
  );
  const leave = async () => {
    const sure = await dialogs.confirm({
      title: i18n.t('Leave {name}?', { name: group.name }),
      message: hasReader
        ? i18n.t('Its messages go from this device. A member can add you again.')
        : i18n.t(
            'Nobody else can read this channel. Its messages go from this device, and nobody can add you again.',
          ),
      confirm: i18n.t('Leave channel'),
      danger: true,
    });
    if (!sure) return;
    await navigate({ to: '/chat/users-list', search: {} });
    await change(group.id, { remove: [actor.orgUserId] });
    onClose();
  };
  return (
    <Button variant="subtle" color="red" onClick={() => void leave()}>
      {i18n.t('Leave channel')}
    </Button>
  );
}
