import { ActionIcon, Menu } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { deviceOffset } from '../../../data/local-time.ts';
import { SMALL_ICON } from '../../../ui/marks/icon.ts';
import { type SnoozeChoice, snoozeChoices } from './snooze-choices.ts';
import styles from './today.module.css';

interface SnoozeMenuProps {
  /** Name of the task. */
  readonly name: string;
  readonly now: number;
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
  readonly onSnooze: (choice: SnoozeChoice) => void;
}

export function SnoozeMenu({ name, now, opened, onChange, onSnooze }: SnoozeMenuProps) {
  return (
    <Menu opened={opened} onChange={onChange} position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          className={styles['snooze']}
          aria-label={`Snooze ${name}`}
          data-tip="Snooze"
        >
          <IconClock {...SMALL_ICON} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {opened
          ? snoozeChoices(now, deviceOffset).map((choice) => (
              <Menu.Item
                key={choice.label}
                rightSection={<span className={styles['when']}>{choice.hint}</span>}
                onClick={() => onSnooze(choice)}
              >
                {choice.label}
              </Menu.Item>
            ))
          : null}
      </Menu.Dropdown>
    </Menu>
  );
}
