import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { SMALL_ICON } from '../../ui/marks/icon.ts';

interface EntryMenuProps {
  /** Label of the button, with the name of the task or the conversation. */
  readonly label: string;
  readonly children: ReactNode;
}

/** Menu of an entry. It stays inside the dropdown of the bell: a click elsewhere closes that. */
export function EntryMenu({ label, children }: EntryMenuProps) {
  return (
    <Menu position="bottom-end" width={220} withinPortal={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={label}>
          <IconDots {...SMALL_ICON} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

interface EntryMenuItemProps {
  readonly icon: ReactNode;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

export function EntryMenuItem({ icon, onClick, children }: EntryMenuItemProps) {
  return (
    <Menu.Item leftSection={icon} onClick={onClick}>
      {children}
    </Menu.Item>
  );
}
