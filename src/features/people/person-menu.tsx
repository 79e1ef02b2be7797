import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { OrgUser } from '../../../model/entities/org-user.ts';
import { useActor } from '../../data/client.tsx';
import { ICON } from '../../ui/icon.ts';
import { useSetActive } from './use-set-active.ts';

/** What can be done with a person. */
export function PersonMenu(props: { readonly person: OrgUser; readonly onEdit: () => void }) {
  const { person, onEdit } = props;
  const actor = useActor();
  const setActive = useSetActive();
  return (
    <Menu position="bottom-end" width={180} withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${person.display_name}`}>
          <IconDots {...ICON} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onEdit}>Edit user</Menu.Item>
        {person.id === actor?.orgUserId ? null : (
          <Menu.Item
            {...(person.active ? { color: 'red' } : {})}
            onClick={() => void setActive(person, !person.active)}
          >
            {person.active ? 'Deactivate user' : 'Reactivate user'}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
