import { Menu, UnstyledButton } from '@mantine/core';
import { IconChecklist, IconCirclePlus, IconNote, IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { i18n } from '../../i18n/i18n.ts';
import { ICON, SMALL_ICON } from '../../ui/marks/icon.ts';
import styles from './add-menu.module.css';

interface AddMenuProps {
  /** `rail`: in the rail of a wide screen; `bar`: in the middle of a phone's bottom bar. */
  readonly place: 'rail' | 'bar';
  readonly onNewTask: () => void;
}

/** Add button: a task, and the two personal tools (board spec, 2 "Global overlays"). */
export function AddMenu({ place, onNewTask }: AddMenuProps) {
  const navigate = useNavigate();
  const open = (panel: 'todo' | 'notes') =>
    void navigate({ to: '.', search: (before) => ({ ...before, panel }) });
  return (
    <Menu position={place === 'rail' ? 'right-end' : 'top'} width={160} offset={10}>
      <Menu.Target>
        <UnstyledButton
          className={styles['button']}
          data-place={place}
          aria-label={i18n.t('Add a task, todo or note')}
        >
          <IconPlus {...ICON} size={place === 'rail' ? 20 : 24} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconCirclePlus {...SMALL_ICON} />} onClick={onNewTask}>
          {i18n.t('Task')}
        </Menu.Item>
        <Menu.Item leftSection={<IconChecklist {...SMALL_ICON} />} onClick={() => open('todo')}>
          {i18n.t('Todo')}
        </Menu.Item>
        <Menu.Item leftSection={<IconNote {...SMALL_ICON} />} onClick={() => open('notes')}>
          {i18n.t('Notes')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
