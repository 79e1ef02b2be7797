import { Menu, type MenuProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Opened, TargetElsewhere } from './target-elsewhere.tsx';

interface Props
  extends Opened, Pick<MenuProps, 'position' | 'width' | 'offset' | 'closeOnItemClick'> {
  readonly children: ReactNode;
}

/** Menu of a button that `MenuButton` has rendered. */
export function MenuDropdown({ target, isOpen, onReady, children, ...menu }: Props) {
  return (
    <Menu {...menu} opened={isOpen}>
      <Menu.Target>
        <TargetElsewhere target={target} onReady={onReady} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
