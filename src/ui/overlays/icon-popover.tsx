import { ActionIcon, Popover } from '@mantine/core';
import { type ReactNode, useState } from 'react';

interface Props {
  readonly icon: ReactNode;
  /** Tooltip of the button, and its name unless `name` is given. */
  readonly tooltip: string;
  /** Name of the button for assistive technology. */
  readonly name?: string;
  /** Name of the popover. */
  readonly label: string;
  /** Content, mounted while the popover is open. */
  readonly children: ReactNode;
}

/** Icon button with a popover that traps the focus and returns it. */
export function IconPopover({ icon, tooltip, name = tooltip, label, children }: Props) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={280}
      shadow="md"
      // Mantine would name the popover after its button.
      withRoles={false}
      trapFocus
      returnFocus
      closeOnEscape={false}
    >
      <Popover.Target>
        <ActionIcon
          aria-label={name}
          aria-expanded={opened}
          data-tip={tooltip}
          onClick={() => setOpened(!opened)}
        >
          {icon}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the library renders a div
        role="dialog"
        tabIndex={-1}
        data-own-escape
        aria-label={label}
        // After its content: a field in it keeps its old text with the same key.
        onKeyDown={({ key, defaultPrevented }) => {
          if (key === 'Escape' && !defaultPrevented) setOpened(false);
        }}
      >
        {opened ? children : null}
      </Popover.Dropdown>
    </Popover>
  );
}
