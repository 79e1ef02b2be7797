import { Menu } from '@mantine/core';
import { IconChecklist, IconCirclePlus, IconNote } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { i18n } from '../../i18n/i18n.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';

/** Items of the add button: a task, and the two personal tools; loaded apart from the frame. */
export function AddItems({ onNewTask }: { readonly onNewTask: () => void }) {
  const navigate = useNavigate();
  const open = (panel: 'todo' | 'notes') =>
    void navigate({ to: '.', search: (before) => ({ ...before, panel }) });
  return (
    <>
      <Menu.Item leftSection={<IconCirclePlus {...SMALL_ICON} />} onClick={onNewTask}>
        {i18n.t('Task')}
      </Menu.Item>
      <Menu.Item leftSection={<IconChecklist {...SMALL_ICON} />} onClick={() => open('todo')}>
        {i18n.t('Todo')}
      </Menu.Item>
      <Menu.Item leftSection={<IconNote {...SMALL_ICON} />} onClick={() => open('notes')}>
        {i18n.t('Notes')}
      </Menu.Item>
    </>
  );
}
