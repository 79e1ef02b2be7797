import { Menu } from '@mantine/core';
import {
  IconArchive,
  IconCards,
  IconChecklist,
  IconCopyPlus,
  IconDeviceDesktop,
  IconTag,
  IconUsers,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { isAdministrative } from '../../../model/permissions/actor.ts';
import { useProject } from '../../data/projects.ts';
import { useKeepItem } from '../../data/kept-here.ts';
import { i18n } from '../../i18n/i18n.ts';
import type { BoardData } from './board-context.ts';
import type { BoardPanel } from './panels/board-panel.ts';
import classes from './board.module.css';

interface Props {
  /** Id of the project. */
  readonly project: string;
  readonly data: BoardData;
  readonly onMembers: () => void;
  readonly onOpen: (panel: BoardPanel) => void;
}

const ICON = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** Items of the board's top menu (board spec, 2); Archived Cards is for levels 1 to 3. */
export function TopMenuItems({ project, data, onMembers, onOpen }: Props) {
  const keep = useKeepItem('project', project);
  const shown = useProject(project);
  const administrative = data.actor !== undefined && isAdministrative(data.actor);
  return (
    <>
      <Menu.Item leftSection={<IconArchive {...ICON} />} onClick={() => onOpen({ kind: 'tasks' })}>
        {i18n.t('Archived Tasks')}
      </Menu.Item>
      {administrative && (
        <Menu.Item leftSection={<IconCards {...ICON} />} onClick={() => onOpen({ kind: 'cards' })}>
          {i18n.t('Archived Cards')}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item leftSection={<IconTag {...ICON} />} onClick={() => onOpen({ kind: 'labels' })}>
        {data.actor?.specialRole === true ? i18n.t('Sub-tasks') : i18n.t('Labels')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconCopyPlus {...ICON} />}
        onClick={() => onOpen({ kind: 'templates' })}
      >
        {i18n.t('Templates')}
      </Menu.Item>
      <Menu.Item
        className={classes.membersItem}
        leftSection={<IconUsers {...ICON} />}
        onClick={onMembers}
      >
        {i18n.t('Members')}
      </Menu.Item>
      {shown && (
        <Menu.Item
          leftSection={<IconChecklist {...ICON} />}
          renderRoot={(props) => (
            <Link
              {...props}
              to="/project-dashboard/$slug"
              params={{ slug: shown.slug }}
              search={{ report: 'all' }}
            />
          )}
        >
          {i18n.t('Sign-off report')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconDeviceDesktop {...ICON} />} onClick={keep.toggle}>
        {keep.label}
      </Menu.Item>
    </>
  );
}
