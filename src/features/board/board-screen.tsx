import { Skeleton } from '@mantine/core';
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import type { Card } from '../../../model/entities/card.ts';
import { mayCreateTask } from '../../../model/permissions/task.ts';
import type { Project } from '../../../model/entities/project.ts';
import { useMayStillCome } from '../../data/downloading.ts';
import { type BoardOpening, useBoardOpening } from '../../data/board-opening.ts';
import { useBoardCards } from '../../data/cards.ts';
import { useAllowed } from '../../data/client.tsx';
import type { BoardLook } from '../../data/board-look.ts';
import { useProjectBySlug } from '../../data/projects.ts';
import { type AppliedFilter, isFiltering, type TaskFilter } from '../../data/task-filter.ts';
import { type OwnTasks, useOwnTasks } from '../../data/tasks.ts';
import { useEqualRows } from '../../ui/use-equal-rows.ts';
import { TipLayer } from '../../ui/tip-layer.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { useRootMark } from '../../ui/use-root-mark.ts';
import type { BoardFacts } from './board-context.ts';
import { BoardHead } from './board-head.tsx';
import { PARTS } from './board-parts.ts';
import { BoardSide } from './board-sides.tsx';
import type { Side } from './side.ts';
import classes from './board.module.css';
import { Board } from './board.tsx';
import { useBoardFacts } from './use-board-facts.ts';
import { type Selection, useSelection } from './use-selection.ts';

const VIEWS = { list: PARTS.list.Component, calendar: PARTS.calendar.Component } as const;
const LIST: BoardLook = { view: 'list' };
const { Component: SelectionBar } = PARTS.selectionBar;
const { Component: MissingBoard } = PARTS.missingBoard;
const { Component: HiddenTasks } = PARTS.hiddenTasks;

export interface BoardScreenProps {
  readonly slug: string;
  /** Id of the task that is open beside the board. */
  readonly task: string | undefined;
  readonly filter: TaskFilter;
  readonly onFilter: (filter: TaskFilter) => void;
  readonly look: BoardLook;
  readonly onLook: (look: BoardLook) => void;
  readonly onOpenTask: (taskId: string | undefined) => void;
  /** Address of a task of this board, to copy. */
  readonly linkTo: (taskId: string) => string;
  readonly onMembers: (projectId: string) => void;
  readonly onHome: () => void;
  /** The open task's panel. */
  readonly children: ReactNode;
}

/** The board of a project (board spec, 2), wholly from this device. */
export function BoardScreen(props: BoardScreenProps) {
  const { slug, onHome } = props;
  const opening = useBoardOpening(slug);
  const live = useProjectBySlug(slug);
  const project = live === undefined ? (opening?.project ?? undefined) : live;
  const cards = useEqualRows(useBoardCards(project?.id) ?? opening?.cards);
  const mayCome = useMayStillCome();
  const lost = useLastName(slug, project?.name);
  if (project === null && mayCome) return <BoardSkeleton />;
  if (project === null) {
    return (
      <Suspense fallback={<BoardSkeleton />}>
        <MissingBoard lost={lost} onHome={onHome} />
      </Suspense>
    );
  }
  if (project === undefined || cards === undefined || opening === undefined)
    return <BoardSkeleton />;
  return <LoadedBoard {...props} project={project} cards={cards} opening={opening} />;
}

/** The name under which this board was on the screen last, for when it goes while somebody looks at it. */
function useLastName(slug: string, name: string | undefined): string | undefined {
  const [last, setLast] = useState({ slug, name });
  if (last.slug !== slug || (name !== undefined && last.name !== name)) setLast({ slug, name });
  return last.slug === slug ? last.name : name;
}

interface LoadedProps extends BoardScreenProps {
  readonly project: Project;
  readonly cards: readonly Card[];
  readonly opening: BoardOpening | null;
}

/** Waits for what every tile needs, and for whose tasks are shown: others' are not shown for a moment before. */
function LoadedBoard(props: LoadedProps) {
  const { project, cards, opening } = props;
  const facts = useBoardFacts(project.id, cards, opening?.labels);
  const own = useOwnTasks(
    project.id,
    useMemo(() => cards.map((card) => card.id), [cards]),
  );
  if (facts === undefined || own === undefined) return <BoardSkeleton />;
  return <ShownBoard {...props} facts={facts} own={own ?? undefined} />;
}

interface ShownProps extends LoadedProps {
  readonly facts: BoardFacts;
  readonly own: OwnTasks | undefined;
}

function ShownBoard(props: ShownProps) {
  const { project, cards, opening, facts, own, task, filter, look, onOpenTask, linkTo } = props;
  const projectId = project.id;
  const applied = useApplied(filter, facts.today, own?.only);
  const [chosen, setSide] = useState<Side>();
  const [revealed, reveal] = useState<string>();
  const selection = useSelectionOf(applied, look.view);
  const allowed = useAllowed();
  const isOpen = task !== undefined;
  useRootMark('openTask', isOpen);
  // One panel at a time: an open task comes first.
  const side = isOpen ? undefined : chosen;
  const openTask = useCallback(
    (taskId: string) => {
      setSide(undefined);
      onOpenTask(taskId);
    },
    [onOpenTask],
  );
  const openSide = useCallback(
    (next: Side) => {
      onOpenTask(undefined);
      setSide(next);
    },
    [onOpenTask],
  );
  const revealTask = (taskId: string) => {
    // A panel that lies over the board would lie over the task too.
    onOpenTask(undefined);
    reveal(taskId);
  };
  const addTask = useCallback(
    (card: string, multi: boolean) => {
      void allowed(mayCreateTask).then((may) => {
        if (may) openSide({ kind: 'add', card, multi });
      });
    },
    [allowed, openSide],
  );
  const copyLink = useCallback(
    async (taskId: string) => {
      await navigator.clipboard.writeText(linkTo(taskId));
      showToast({ message: 'Link copied' });
    },
    [linkTo],
  );
  const View = look.view === undefined ? undefined : VIEWS[look.view];
  const revealing = { id: revealed, done: () => reveal(undefined) };
  const seen = { cards, facts, filter: applied, selected: task, selection, revealing };
  const showUndated = () => props.onFilter({ ...filter, due: 'none', ...LIST });
  return (
    <TipLayer>
      <div className={classes.screen} data-view={look.view}>
        <BoardHead
          name={project.name}
          project={projectId}
          facts={facts}
          filter={filter}
          own={own}
          onFilter={props.onFilter}
          look={look}
          onLook={props.onLook}
          onMembers={() => props.onMembers(projectId)}
          onOpen={openSide}
        />
        {View === undefined ? (
          <Board
            project={projectId}
            opening={opening}
            {...seen}
            onOpen={openTask}
            onCopyLink={(taskId) => void copyLink(taskId)}
            onAddTask={addTask}
          />
        ) : (
          <Suspense>
            <View
              {...seen}
              onOpen={openTask}
              look={look}
              onLook={props.onLook}
              onUndated={showUndated}
            />
          </Suspense>
        )}
        {(applied !== undefined || look.view === 'calendar') && (
          <Suspense>
            <HiddenTasks
              {...{ facts, own, look, project: projectId, filter: applied, selected: task }}
              onFilter={props.onFilter}
              onReveal={revealTask}
            />
          </Suspense>
        )}
        {selection.ids.size > 0 && (
          <Suspense>
            <SelectionBar
              project={projectId}
              facts={facts}
              filter={applied}
              selection={selection}
            />
          </Suspense>
        )}
      </div>
      <BoardSide
        side={side}
        project={projectId}
        cards={cards}
        facts={facts}
        onClose={() => setSide(undefined)}
      />
      {props.children}
    </TipLayer>
  );
}

/** The filter with the day it goes by; undefined when everything is shown. The same object while nothing changes. */
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

/** What is chosen is what one sees: another filter starts anew, and so does the calendar, which shows no choice. */
function useSelectionOf(applied: AppliedFilter | undefined, view: BoardLook['view']): Selection {
  const selection = useSelection();
  const { clear } = selection;
  const isShown = view !== 'calendar';
  useEffect(() => clear, [applied, isShown, clear]);
  return selection;
}

function BoardSkeleton() {
  return (
    <div className={classes.screen} aria-hidden>
      <div className={classes.head} />
      <div className={classes.board}>
        {[3, 5, 2].map((tiles) => (
          <div key={tiles} className={classes.ghost}>
            {Array.from({ length: tiles }, (_, index) => (
              <Skeleton key={index} height={84} radius={8} animate={false} />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
