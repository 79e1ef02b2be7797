import { ActionIcon, Button } from '@mantine/core';
import { IconDots, IconUsers } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { isFiltering, type TaskFilter } from '../../data/task-filter.ts';
import type { OwnTasks } from '../../data/tasks.ts';
import { ProjectHead } from '../../ui/layout/project-head.tsx';
import { MenuButton } from '../../ui/overlays/menu-button.tsx';
import type { BoardData } from './board-context.ts';
import { PARTS } from './board-parts.ts';
import type { BoardPanel } from './panels/board-panel.ts';
import classes from './board.module.css';
import { prefetch } from '../../ui/prefetch.ts';

const { Component: BoardFilter } = prefetch(
  async () => (await import('./filters/board-filter.tsx')).BoardFilter,
);

const { Component: BoardSearch } = prefetch(
  async () => (await import('./filters/board-search.tsx')).BoardSearch,
);
const { Component: TopMenuItems } = PARTS.topMenu;
const { Component: FilterLine } = PARTS.filterLine;
const { Component: ReplacedOnBoard } = PARTS.replaced;

interface Props {
  readonly name: string;
  readonly hint: string | undefined;
  readonly project: string;
  readonly data: BoardData;
  readonly filter: TaskFilter;
  readonly own: OwnTasks | undefined;
  readonly onFilter: (filter: TaskFilter) => void;
  readonly tabs: ReactNode;
  readonly onMembers: () => void;
  readonly onOpen: (panel: BoardPanel) => void;
}

/** Head of the board: name, tabs, search, filter and top menu (board spec, 2). */
export function BoardHead(props: Props) {
  const { name, hint, project, data, filter, own, onFilter, onMembers, onOpen } = props;
  return (
    <>
      <ProjectHead name={name} hint={hint} tabs={props.tabs}>
        <Suspense fallback={<span className={classes.search} />}>
          <BoardSearch
            value={filter.q ?? ''}
            onChange={(q) => onFilter({ ...filter, q: q.trim() === '' ? undefined : q })}
          />
        </Suspense>
        <Suspense fallback={<span className={classes.filterPlace} />}>
          <BoardFilter project={project} data={data} filter={filter} onFilter={onFilter} />
        </Suspense>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          className={classes.members}
          leftSection={<IconUsers size={16} stroke={1.5} aria-hidden />}
          onClick={onMembers}
        >
          {i18n.t('Members')}
        </Button>
        <TopMenu project={project} data={data} onMembers={onMembers} onOpen={onOpen} />
      </ProjectHead>
      {(isFiltering(filter) || own !== undefined) && (
        <Suspense fallback={<div className={classes.filterLine} />}>
          <FilterLine filter={filter} data={data} own={own} onFilter={onFilter} />
        </Suspense>
      )}
      <Suspense>
        <ReplacedOnBoard project={project} />
      </Suspense>
    </>
  );
}

interface TopMenuProps extends Pick<Props, 'project' | 'data' | 'onMembers' | 'onOpen'> {}

function TopMenu({ project, data, onMembers, onOpen }: TopMenuProps) {
  return (
    <MenuButton
      position="bottom-end"
      width={200}
      button={(opener) => (
        <ActionIcon {...opener} aria-label={i18n.t('Board menu')} size={30}>
          <IconDots size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      )}
    >
      <Suspense>
        <TopMenuItems project={project} data={data} onMembers={onMembers} onOpen={onOpen} />
      </Suspense>
    </MenuButton>
  );
}
