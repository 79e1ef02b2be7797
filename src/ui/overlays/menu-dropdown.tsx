import { Menu, type MenuProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Opened, TargetElsewhere, useOpenedAfterMount } from './target-elsewhere.tsx';

interface Props
  extends Opened, Pick<MenuProps, 'position' | 'width' | 'offset' | 'closeOnItemClick'> {
  readonly children: ReactNode;
}

/** Menu of a button that `MenuButton` has rendered. */
export function MenuDropdown({ target, isOpen, children, ...menu }: Props) {
  const opened = useOpenedAfterMount(isOpen);
  return (
    <Menu {...menu} opened={opened}>
      <Menu.Target>
        <TargetElsewhere element={target} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
