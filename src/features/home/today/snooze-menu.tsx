import { ActionIcon, Menu } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { i18n, type Message, message } from '../../../i18n/i18n.ts';
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

const CHOICE_TEXTS: Readonly<Record<SnoozeChoice['label'], Message>> = {
  'Later today': message('Later today'),
  Tomorrow: message('Tomorrow'),
  'Next week': message('Next week'),
};

export function SnoozeMenu({ name, now, opened, onChange, onSnooze }: SnoozeMenuProps) {
  return (
    <Menu opened={opened} onChange={onChange} position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          className={styles['snooze']}
          aria-label={i18n.t('Snooze {name}', { name })}
          data-tip={i18n.t('Snooze')}
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
                {i18n.t(CHOICE_TEXTS[choice.label])}
              </Menu.Item>
            ))
          : null}
      </Menu.Dropdown>
    </Menu>
  );
}
