import { Menu, type MenuProps } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { moveFocus } from '../focus/move-focus.ts';
import { type Opened, TargetElsewhere } from './target-elsewhere.tsx';

interface Props
  extends Opened, Pick<MenuProps, 'position' | 'width' | 'offset' | 'closeOnItemClick'> {
  readonly children: ReactNode;
}

/** Menu of a button that `MenuButton` has rendered. */
export function MenuDropdown({ target, isOpen, onReady, onChange, children, ...menu }: Props) {
  const dropdown = useRef<HTMLDivElement>(null);
  const change = (opened: boolean) => {
    // What an item opens takes the focus later, and returns it to the element that has it then.
    if (!opened && dropdown.current?.contains(document.activeElement) === true) moveFocus(target);
    onChange(opened);
  };
  return (
    <Menu {...menu} opened={isOpen} onChange={change}>
      <Menu.Target>
        <TargetElsewhere target={target} onReady={onReady} />
      </Menu.Target>
      <Menu.Dropdown ref={dropdown}>{children}</Menu.Dropdown>
    </Menu>
  );
}
