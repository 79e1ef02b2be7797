import { Skeleton } from '@mantine/core';
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import type { Card } from '../../../model/entities/card.ts';
import { mayCreateTask } from '../../../model/permissions/task.ts';
import type { Project } from '../../../model/entities/project.ts';
import { i18n } from '../../i18n/i18n.ts';
import { useMayStillArrive } from '../../data/downloading.ts';
import { type BoardSnapshot, useBoardSnapshot } from '../../data/board-snapshot.ts';
import { useBoardCards } from '../../data/cards.ts';
import { useAllowed } from '../../data/client.tsx';
import type { ViewParameters } from '../../data/view-parameters.ts';
import { useIsReachable } from '../../data/sync-status.ts';
import { areMissing, useProjectDetails } from '../../data/project-details.ts';
import { useProjectBySlug } from '../../data/projects.ts';
import { type AppliedFilter, isFiltering, type TaskFilter } from '../../data/task-filter.ts';
import { usePickerTargets } from '../../data/task-picker.ts';
import { type OwnTasks, useOwnTasks } from '../../data/tasks.ts';
import { useEqualRows } from '../../ui/hooks/use-equal-rows.ts';
import { ProjectHead } from '../../ui/layout/project-head.tsx';
import { TasksNotice } from '../../ui/layout/tasks-notice.tsx';
import { showToast } from '../../ui/overlays/toasts.tsx';
import { useRootMark } from '../../ui/overlays/use-root-mark.ts';
import type { BoardData } from './board-context.ts';
import { BoardHead } from './board-head.tsx';
import { PARTS } from './board-parts.ts';
import { BoardPanels } from './panels/board-panels.tsx';
import type { BoardPanel } from './panels/board-panel.ts';
import classes from './board.module.css';
import { Board } from './kanban/board.tsx';
import { type ComposerProps, useComposing } from './kanban/use-composing.ts';
import { useBoardData } from './use-board-data.ts';
import { type Selection, useSelection } from './selection/use-selection.ts';

const VIEWS = { list: PARTS.list.Component, calendar: PARTS.calendar.Component } as const;
const LIST: ViewParameters = { view: 'list' };
const { Component: SelectionBar } = PARTS.selectionBar;
const { Component: MissingBoard } = PARTS.missingBoard;
const { Component: HiddenTasks } = PARTS.hiddenTasks;

export interface BoardScreenProps {
  readonly slug: string;
  /** Id of the task opened beside the board. */
  readonly task: string | undefined;
  readonly filter: TaskFilter;
  readonly onFilter: (filter: TaskFilter) => void;
  readonly params: ViewParameters;
  readonly onParams: (params: ViewParameters) => void;
  readonly onOpenTask: (taskId: string | undefined) => void;
  /** Address of a task of this board, for copying. */
  readonly linkTo: (taskId: string) => string;
  readonly onMembers: (projectId: string) => void;
  readonly onHome: () => void;
  /** Tabs of the project. */
  readonly tabs: ReactNode;
  /** Composer at the foot of a column. */
  readonly composer: (props: ComposerProps) => ReactNode;
  /** Panel of the open task. */
  readonly children: ReactNode;
}

/** Board of a project (board spec, 2), computed on this device. */
export function BoardScreen(props: BoardScreenProps) {
  const { slug, onHome } = props;
  const { view } = props.params;
  const snapshot = useBoardSnapshot(slug);
  const live = useProjectBySlug(slug);
  const project = live === undefined ? (snapshot?.project ?? undefined) : live;
  const cards = useEqualRows(useBoardCards(project?.id) ?? snapshot?.cards);
  const mayCome = useMayStillArrive();
  const lost = useLastName(slug, project?.name);
  if (project === null && mayCome) return <BoardSkeleton view={view} />;
  if (project === null) {
    return (
      <Suspense fallback={<BoardSkeleton view={view} />}>
        <MissingBoard lost={lost} onHome={onHome} />
      </Suspense>
    );
  }
  if (project === undefined || cards === undefined || snapshot === undefined)
    return <BoardSkeleton view={view} />;
  return <LoadedBoard {...props} project={project} cards={cards} snapshot={snapshot} />;
}

/** Last known name of this board, for the message when the board disappears while it is open. */
function useLastName(slug: string, name: string | undefined): string | undefined {
  const [last, setLast] = useState({ slug, name });
  if (last.slug !== slug || (name !== undefined && last.name !== name)) setLast({ slug, name });
  return last.slug === slug ? last.name : name;
}

interface LoadedProps extends BoardScreenProps {
  readonly project: Project;
  readonly cards: readonly Card[];
  readonly snapshot: BoardSnapshot | null;
}

/**
 * Waits for the data that every tile needs, and for the own-tasks filter, so that other people's tasks do not
 * flash.
 */
function LoadedBoard(props: LoadedProps) {
  const { project, cards, snapshot } = props;
  const data = useBoardData(project.id, cards, snapshot?.labels);
  const own = useOwnTasks(
    project.id,
    useMemo(() => cards.map((card) => card.id), [cards]),
  );
  if (data === undefined || own === undefined) {
    return <BoardSkeleton name={project.name} tabs={props.tabs} view={props.params.view} />;
  }
  return <ShownBoard {...props} data={data} own={own ?? undefined} />;
}

interface ShownProps extends LoadedProps {
  readonly data: BoardData;
  readonly own: OwnTasks | undefined;
}

function ShownBoard(props: ShownProps) {
  const { project, cards, snapshot, data, own, task, filter, params, onOpenTask, linkTo } = props;
  const projectId = project.id;
  const lacksDetails = areMissing(useProjectDetails(projectId, 'hot'));
  const isReachable = useIsReachable();
  const applied = useApplied(filter, data.today, own?.only);
  const [chosen, setPanel] = useState<BoardPanel>();
  const [revealed, reveal] = useState<string>();
  const selection = useSelectionOf(applied, params.view);
  const allowed = useAllowed();
  const isOpen = task !== undefined;
  useRootMark('openTask', isOpen);
  // One panel at a time: an open task comes first.
  const panel = isOpen ? undefined : chosen;
  const openTask = useCallback(
    (taskId: string) => {
      setPanel(undefined);
      onOpenTask(taskId);
    },
    [onOpenTask, setPanel],
  );
  const openPanel = useCallback(
    (next: BoardPanel) => {
      onOpenTask(undefined);
      setPanel(next);
    },
    [onOpenTask, setPanel],
  );
  const revealTask = (taskId: string) => {
    // A panel that covers the board would also cover the task.
    onOpenTask(undefined);
    reveal(taskId);
  };
  const addTask = useCallback(
    (card: string, multi: boolean) => {
      void allowed(mayCreateTask).then((may) => {
        if (may) openPanel({ kind: 'add', card, multi });
      });
    },
    [allowed, openPanel],
  );
  const composing = useComposing({
    composer: props.composer,
    isCovered: panel?.kind === 'add',
    openPanel,
  });
  const copyLink = useCallback(
    async (taskId: string) => {
      await navigator.clipboard.writeText(linkTo(taskId));
      showToast({ message: i18n.t('Link copied') });
    },
    [linkTo],
  );
  const View = params.view === undefined ? undefined : VIEWS[params.view];
  const revealing = { id: revealed, done: () => reveal(undefined) };
  const seen = { cards, data, filter: applied, selected: task, selection, revealing };
  const showUndated = () => props.onFilter({ ...filter, due: 'none', ...LIST });
  return (
    <>
      <div className={classes.screen} data-view={params.view} data-fills>
        <BoardHead
          name={project.name}
          hint={hintOf({ lacksTasks: data.lacksTasks, lacksDetails, isReachable })}
          project={projectId}
          data={data}
          filter={filter}
          own={own}
          onFilter={props.onFilter}
          tabs={props.tabs}
          onMembers={() => props.onMembers(projectId)}
          onOpen={openPanel}
        />
        {data.lacksTasks ? <TasksNotice isReachable={isReachable} isInset /> : null}
        {View === undefined ? (
          <Board
            project={projectId}
            snapshot={snapshot}
            {...seen}
            onOpen={openTask}
            onCopyLink={(taskId) => void copyLink(taskId)}
            onAddTask={addTask}
            composing={composing}
          />
        ) : (
          <Suspense>
            <View
              {...seen}
              onOpen={openTask}
              params={params}
              onParams={props.onParams}
              onUndated={showUndated}
              composing={composing}
            />
          </Suspense>
        )}
        {(applied !== undefined || params.view === 'calendar') && (
          <Suspense>
            <HiddenTasks
              {...{ data, own, params, project: projectId, filter: applied, selected: task }}
              onFilter={props.onFilter}
              onReveal={revealTask}
            />
          </Suspense>
        )}
        {selection.ids.size > 0 && (
          <Suspense>
            <SelectionBar data={data} filter={applied} selection={selection} />
          </Suspense>
        )}
      </div>
      <BoardPanels
        panel={panel}
        project={projectId}
        cards={cards}
        data={data}
        onClose={() => setPanel(undefined)}
      />
      {props.children}
    </>
  );
}

/** What is not on this device, while it cannot be downloaded. */
function hintOf(input: {
  readonly lacksTasks: boolean;
  readonly lacksDetails: boolean;
  readonly isReachable: boolean;
}): string | undefined {
  if (input.isReachable || !input.lacksDetails) return undefined;
  return input.lacksTasks ? i18n.t('without tasks') : i18n.t('without comments and files');
}

/** Filter with the current day; undefined when everything is shown. Same reference while nothing changes. */
function useApplied(
  { q, who, flag, label, due }: TaskFilter,
  today: string,
  own: string | undefined,
): AppliedFilter | undefined {
  return useMemo(() => {
    const filter = { q, who, flag, label, due, today, own };
    return isFiltering(filter) || own !== undefined ? filter : undefined;
  }, [q, who, flag, label, due, today, own]);
}

/**
 * The selection contains visible tasks only: it is cleared by another filter and in the calendar, which shows
 * no selection.
 */
function useSelectionOf(
  applied: AppliedFilter | undefined,
  view: ViewParameters['view'],
): Selection {
  const selection = useSelection();
  usePickerTargets(selection.ids);
  const { clear } = selection;
  const isShown = view !== 'calendar';
  useEffect(() => clear, [applied, isShown, clear]);
  return selection;
}

interface SkeletonProps extends Pick<ViewParameters, 'view'> {
  readonly name?: string;
  readonly tabs?: ReactNode;
}

/** Has the shape of the view that follows. */
function BoardSkeleton({ name, tabs, view }: SkeletonProps) {
  return (
    <div className={classes.screen} data-view={view} data-fills>
      <ProjectHead name={name} tabs={tabs} />
      {view === undefined ? (
        <div className={classes.board} aria-hidden>
          {[3, 5, 2].map((tiles) => (
            <div key={tiles} className={classes.ghost}>
              {Array.from({ length: tiles }, (_, index) => (
                <Skeleton key={index} height={84} radius={8} animate={false} />
              ))}
            </div>
          ))}
        </div>
      ) : null}
    </div>
  );
}
