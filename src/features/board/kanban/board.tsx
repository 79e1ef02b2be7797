import {
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Card } from '../../../../model/entities/card.ts';
import type { Task } from '../../../../model/entities/task.ts';
import { type Actor, isAdministrative } from '../../../../model/permissions/actor.ts';
import { mayMoveTask } from '../../../../model/permissions/task.ts';
import { i18n } from '../../../i18n/i18n.ts';
import type { BoardSnapshot } from '../../../data/board-snapshot.ts';
import { useAllowed } from '../../../data/client.tsx';
import type { AppliedFilter } from '../../../data/task-filter.ts';
import { type BoardActions, BoardActionsContext, type BoardData } from '../board-context.ts';
import { PARTS } from '../board-parts.ts';
import { Column } from './column.tsx';
import classes from '../board.module.css';
import { DragOverlay } from './drag-overlay.tsx';
import type { ColumnViews } from '../drag/board-columns.ts';
import { createGrabber } from '../drag/grab.ts';
import { neighboursOf, neighboursOfSeveral } from '../drag/placement.ts';
import type { Composing } from './use-composing.ts';
import { useStages } from './use-stages.ts';
import { type MovingCard, type MovingTask, useBoardDrag } from '../drag/use-board-drag.ts';
import { useCardActions } from './use-card-actions.ts';
import type { Revealing } from '../use-reveal.ts';
import type { Selection } from '../selection/use-selection.ts';
import { useTaskActions } from '../use-task-actions.ts';
import { useTileKeys } from './use-tile-keys.ts';
import { prefetch } from '../../../ui/prefetch.ts';

const { Component: BoardFocus } = PARTS.boardFocus;
const { Component: DragSensors } = PARTS.dragSensors;
const { Component: NewCards } = prefetch(async () => (await import('./new-cards.tsx')).NewCards);

interface BoardProps {
  readonly project: string;
  readonly cards: readonly Card[];
  readonly snapshot: BoardSnapshot | null;
  readonly data: BoardData;
  /** Undefined: no filter. */
  readonly filter: AppliedFilter | undefined;
  readonly selected: string | undefined;
  readonly selection: Selection;
  readonly revealing: Revealing;
  readonly onOpen: (taskId: string) => void;
  readonly onCopyLink: (taskId: string) => void;
  readonly onAddTask: (cardId: string, multi: boolean) => void;
  readonly composing: Composing;
}

/** Columns side by side; tiles and columns can be moved by mouse, touch and keyboard. */
export function Board(props: BoardProps) {
  const { project, cards, snapshot, data, filter, selected, selection, onAddTask, composing } =
    props;
  const board = useRef<HTMLDivElement>(null);
  const [columns] = useState<ColumnViews>(() => new Map());
  const stages = useStages(cards.length, board);
  const [menuFor, setMenuFor] = useState<string>();
  const [message, announce] = useState('');
  const order = useMemo(() => cards.map((card) => card.id), [cards]);
  const { move, archive, toggle } = useTaskActions();
  const { moveTo: moveCard } = useCardActions(cards);
  const overlay = useRef<HTMLDivElement>(null);
  const canDrag = useCanDrag(data.actor, selection);
  const { moving, dropTarget, handlers, show, drop } = useBoardDrag({
    board,
    overlay,
    columns,
    cards,
    canDrag,
    dropTask: (moving) => dropTask(moving, columns, { move, selection }),
    dropCard: async (moving: MovingCard) => await moveCard(moving.card, moving.index),
  });
  const [grabber] = useState(createGrabber);
  useEffect(() => void PARTS.dragSensors.load(), []);
  const tileKey = useTileKeys({
    board,
    columns,
    order,
    moving,
    selection,
    canDrag,
    announce,
    nameOf: (column) => cards.find((card) => card.id === column)?.name ?? '',
    show,
    drop,
    onAddTask: composing.open,
  });
  const openMenu = useTileMenu(board, setMenuFor);
  const choosing = useChoosing(props, columns);
  const doers = { move, archive, toggle, tileKey, openMenu, grab: grabber.grab, ...choosing };
  const actions = useStableActions(props, doers);
  const addTask = useCallback(
    (card: Card, multi: boolean) => onAddTask(card.id, multi),
    [onAddTask],
  );
  const shown = moving?.kind === 'card' ? rearranged(cards, moving) : cards;
  const administrative = data.actor !== undefined && isAdministrative(data.actor);
  return (
    <BoardActionsContext value={actions}>
      <section
        ref={board}
        className={classes.board}
        data-moving={moving?.by}
        aria-label={i18n.t('Board')}
      >
        {shown.map((card, index) => {
          if (index >= stages.columns) return <div key={card.id} className={classes.later} />;
          const concerned =
            moving?.kind === 'task' && (moving.column === card.id || moving.from === card.id);
          return (
            <Column
              key={card.id}
              card={card}
              data={data}
              filter={filter}
              moving={concerned ? moving : undefined}
              dropTarget={dropTarget}
              selected={selected}
              chosen={selection.ids}
              menuFor={menuFor}
              columns={columns}
              snapshot={snapshot?.columns.find((column) => column.card === card.id)}
              isPainted={stages.isPainted}
              onAddTask={addTask}
              onCompose={composing.open}
              composer={composing.column === card.id ? composing.render(card) : undefined}
              added={composing.column === card.id ? composing.added : undefined}
              isMoving={moving?.kind === 'card' && moving.card.id === card.id}
            />
          );
        })}
        {cards.length === 0 && !administrative && (
          <p className={classes.hint}>
            {i18n.t(
              'There are no cards on this board yet. Administrators add them; they appear here.',
            )}
          </p>
        )}
        {administrative && (
          <Suspense fallback={<div className={classes.addCard} />}>
            {!stages.isPainted ? (
              <div className={classes.addCard} />
            ) : (
              <NewCards project={project} isEmpty={cards.length === 0} />
            )}
          </Suspense>
        )}
      </section>
      <Suspense>
        {stages.hasPainted && <DragSensors {...{ board, grabber }} {...handlers} />}
      </Suspense>
      <Suspense>
        {stages.isPainted && <BoardFocus {...{ board, columns, revealing: props.revealing }} />}
      </Suspense>
      <DragOverlay
        ref={overlay}
        moving={moving}
        data={data}
        several={moving?.kind === 'task' && selection.ids.has(moving.id) ? selection.ids.size : 1}
      />
      <Spoken message={message} />
    </BoardActionsContext>
  );
}

/** Texts for screen readers: the keys of a tile, and what a move by keyboard has done. */
function Spoken({ message }: { readonly message: string }) {
  return (
    <>
      <p id="board-keys" hidden>
        {i18n.t('Enter opens the task, arrow keys go to the next one, Space lifts it to move it.')}
      </p>
      <output aria-live="assertive" className={classes.said}>
        {message}
      </output>
    </>
  );
}

/** Checks the rule before a drag starts (board spec, 6). Several selected tasks are checked one by one at the drop. */
function useCanDrag(actor: Actor | undefined, { ids }: Selection): (task: Task) => boolean {
  const allowed = useAllowed();
  return (task) => {
    const may = ids.has(task.id) || (actor !== undefined && mayMoveTask(actor, task) === undefined);
    if (!may) void allowed((who) => mayMoveTask(who, task));
    return may;
  };
}

async function dropTask(
  moving: MovingTask,
  columns: ColumnViews,
  {
    move,
    selection,
  }: Pick<ReturnType<typeof useTaskActions>, 'move'> & Pick<BoardProps, 'selection'>,
): Promise<boolean> {
  const ids = columns.get(moving.column)?.ids() ?? [];
  // A selected task moves together with the rest of the selection.
  const dropAll = selection.ids.has(moving.id) ? selection.dropAll() : undefined;
  if (dropAll !== undefined) {
    return await dropAll(moving.column, neighboursOfSeveral(ids, moving, selection.ids));
  }
  const { before, after, unmoved } = neighboursOf(ids, moving);
  return unmoved || (await move(moving.task, moving.column, { before, after }));
}

interface Doers
  extends
    Pick<ReturnType<typeof useTaskActions>, 'move' | 'archive' | 'toggle'>,
    Pick<BoardActions, 'tileKey' | 'openMenu' | 'grab' | 'click' | 'choose' | 'chooseAll'> {}

/** One object for the lifetime of the board: with another one every tile would render again. */
function useStableActions(
  { onOpen, onCopyLink }: Pick<BoardProps, 'onOpen' | 'onCopyLink'>,
  doers: Doers,
): BoardActions {
  const latest = useRef({ ...doers, onOpen, onCopyLink });
  useLayoutEffect(() => {
    latest.current = { ...doers, onOpen, onCopyLink };
  });
  return useMemo(
    () => ({
      open: (taskId) => latest.current.onOpen(taskId),
      copyLink: (taskId) => latest.current.onCopyLink(taskId),
      tileKey: (event, task) => latest.current.tileKey(event, task),
      toggle: (task) => void latest.current.toggle(task),
      archive: (task) => void latest.current.archive(task),
      moveTo: (task, cardId, end) => void latest.current.move(task, cardId, end),
      grab: (event, grabbed) => latest.current.grab(event, grabbed),
      openMenu: (taskId) => latest.current.openMenu(taskId),
      click: (event, task) => latest.current.click(event, task),
      choose: (taskId) => latest.current.choose(taskId),
      chooseAll: (cardId) => latest.current.chooseAll(cardId),
    }),
    [],
  );
}

/** A click opens a task, or selects it: with a modifier key, and while a selection exists. Enter always opens. */
function useChoosing(
  { selection, onOpen }: Pick<BoardProps, 'selection' | 'onOpen'>,
  columns: ColumnViews,
): Pick<BoardActions, 'click' | 'choose' | 'chooseAll'> {
  const latest = useRef({ selection, onOpen });
  useEffect(() => {
    latest.current = { selection, onOpen };
  });
  return useMemo(
    () => ({
      click: (event, task) => {
        const now = latest.current;
        const isKey = event.detail === 0;
        if (event.shiftKey) now.selection.extend(task.id, columns.get(task.card)?.ids() ?? []);
        else if (event.ctrlKey || event.metaKey) now.selection.toggle(task.id);
        else if (now.selection.ids.size > 0 && !isKey) now.selection.toggle(task.id);
        else now.onOpen(task.id);
      },
      choose: (taskId) => latest.current.selection.toggle(taskId),
      chooseAll: (cardId) => latest.current.selection.add(columns.get(cardId)?.ids() ?? []),
    }),
    [columns],
  );
}

/** Opens the menu of one tile; on closing, the focus returns to that tile. */
function useTileMenu(
  board: RefObject<HTMLElement | null>,
  setMenuFor: (taskId: string | undefined) => void,
): BoardActions['openMenu'] {
  const opened = useRef<string>(undefined);
  return useCallback(
    (taskId) => {
      const before = opened.current;
      opened.current = taskId;
      setMenuFor(taskId);
      if (taskId !== undefined || before === undefined) return;
      const name = `[data-task-name="${CSS.escape(before)}"]`;
      board.current?.querySelector<HTMLElement>(name)?.focus({ preventScroll: true });
    },
    [board, setMenuFor],
  );
}

function rearranged(cards: readonly Card[], moving: MovingCard): readonly Card[] {
  const others = cards.filter((card) => card.id !== moving.card.id);
  return others.toSpliced(moving.index, 0, moving.card);
}
