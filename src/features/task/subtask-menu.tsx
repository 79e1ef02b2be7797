import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconDots,
  IconLink,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import type { Subtask } from '../../../model/entities/subtask.ts';
import { i18n } from '../../i18n/i18n.ts';

interface Props {
  readonly subtask: Subtask;
  /** True for people with the right to change it. */
  readonly changes: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onCopyLink: () => void;
  /** Opens the form with all fields. */
  readonly onEdit: () => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onDelete: () => void;
}

const ICON = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

export function SubtaskMenu(props: Props) {
  const { subtask, changes, isFirst, isLast, onMove } = props;
  return (
    <Menu position="bottom-end" width={190}>
      <Menu.Target>
        <ActionIcon
          size={24}
          aria-label={i18n.t('Actions for subtask {name}', { name: subtask.name })}
        >
          <IconDots {...ICON} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconLink {...ICON} />} onClick={props.onCopyLink}>
          {i18n.t('Copy link')}
        </Menu.Item>
        {changes && (
          <>
            <Menu.Item leftSection={<IconPencil {...ICON} />} onClick={props.onEdit}>
              {i18n.t('Edit all fields')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              leftSection={<IconArrowUp {...ICON} />}
              disabled={isFirst}
              onClick={() => onMove(-1)}
            >
              {i18n.t('Move up')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowDown {...ICON} />}
              disabled={isLast}
              onClick={() => onMove(1)}
            >
              {i18n.t('Move down')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item leftSection={<IconTrash {...ICON} />} onClick={props.onDelete}>
              {i18n.t('Delete')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
