import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { IconPlus } from '@tabler/icons-react';
import {
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Card } from '../../../../model/entities/card.ts';
import type { ColumnSnapshot } from '../../../data/board-snapshot.ts';
import type { AppliedFilter } from '../../../data/task-filter.ts';
import { useColumnTaskIds, useTaskMarks, useTaskRows } from '../../../data/tasks.ts';
import { useTileCounts } from '../../../data/tile-counts.ts';
import type { BoardData } from '../board-context.ts';
import { ColumnHeader } from './column-header.tsx';
import classes from './column.module.css';
import type { ColumnViews, TileExtras } from '../drag/board-columns.ts';
import { withPlacement } from '../drag/placement.ts';
import { Tile } from './tile.tsx';
import tileClasses from './tile.module.css';
import { type DropTarget, type MovingTask, TILE_GAP } from '../drag/use-board-drag.ts';
import { useScrollAnchor } from './use-scroll-anchor.ts';

export interface ColumnProps {
  readonly card: Card;
  readonly data: BoardData;
  /** Undefined: everything is shown. */
  readonly filter: AppliedFilter | undefined;
  /** The tile on its way, when this column is where it comes from or where it would go. */
  readonly moving: MovingTask | undefined;
  readonly dropTarget: DropTarget | undefined;
  readonly selected: string | undefined;
  /** The tasks chosen for one change of all; empty while none are being chosen. */
  readonly chosen: ReadonlySet<string>;
  readonly menuFor: string | undefined;
  readonly columns: ColumnViews;
  /** What of it was read with the board; undefined for a column that was not in view. */
  readonly snapshot: ColumnSnapshot | undefined;
  /** False until the board has been painted for the first time: only what is in view counts. */
  readonly isPainted: boolean;
  readonly onAddTask: (card: Card, multi: boolean) => void;
  /** This column is the one being dragged. */
  readonly isMoving: boolean;
}

const ESTIMATE = 84;
/** Tiles that are drawn above and below those in view. */
const OVERSCAN = 5;
/** Height of what stands above and below a column's tiles. */
const EXTRA_HEIGHT = 200;
/** Rows are asked for in steps of this many and one step ahead on both sides, so that scrolling asks seldom and early. */
const STEP = 20;

/** One card of the board: a column of tiles of which only those on screen are drawn. */
export const Column = memo(function Column(props: ColumnProps) {
  const { card, data, filter, moving, onAddTask, isMoving } = props;
  const live = useColumnTaskIds(card.id, filter, props.snapshot);
  const ids = useMemo(() => withPlacement(live ?? [], card.id, moving), [live, card.id, moving]);
  const column = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useColumnList(props, { column, scroller, live, ids });
  const empty = live !== undefined && ids.length === 0;
  return (
    <section
      ref={column}
      className={classes.column}
      aria-label={`${card.name}, ${ids.length} ${ids.length === 1 ? 'task' : 'tasks'}`}
      data-drag={`card:${card.id}`}
      data-moving={isMoving || undefined}
    >
      <ColumnHeader
        card={card}
        count={live === undefined ? undefined : ids.length}
        actor={data.actor}
        cards={data.cards}
        onAddTask={onAddTask}
      />
      <div ref={scroller} className={classes.scroller} data-column-scroller>
        {empty && (
          <p className={classes.empty}>
            {filter === undefined ? 'No tasks here yet' : 'No tasks here fit what is shown'}
          </p>
        )}
        <ul
          className={classes.list}
          aria-label={`Tasks in ${card.name}`}
          style={{ height: list.height }}
          data-settled={moving === undefined || undefined}
        >
          {list.items}
        </ul>
      </div>
      <button
        type="button"
        className={classes.add}
        aria-label={`Add task to ${card.name}`}
        onClick={() => onAddTask(card, false)}
      >
        <IconPlus size={16} stroke={1.5} aria-hidden /> Add task
      </button>
    </section>
  );
});

interface ListInput {
  readonly column: RefObject<HTMLElement | null>;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** As the store has them; undefined while they are read. */
  readonly live: readonly string[] | undefined;
  /** As they are shown. */
  readonly ids: readonly string[];
}

function useColumnList(props: ColumnProps, { column, scroller, live, ids }: ListInput) {
  const { card, moving, columns, isPainted } = props;
  const [current, setCurrent] = useState<string>();
  const movingAt = moving?.column === card.id ? moving.index : -1;
  // The same function while the ids are the same: with another one every place in the column is worked out anew.
  const keyAt = useCallback((index: number) => ids[index] ?? index, [ids]);
  // oxlint-disable-next-line react/incompatible-library -- functions stay outside memoised code
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (index === movingAt ? (moving?.height ?? ESTIMATE) : ESTIMATE),
    getItemKey: keyAt,
    gap: TILE_GAP,
    overscan: isPainted ? OVERSCAN : 0,
    // The column has no height to ask for yet: so its tiles are drawn with it, not after it.
    initialRect: { width: 0, height: window.innerHeight - EXTRA_HEIGHT },
    paddingStart: 2,
    paddingEnd: 4,
    // The tile on its way stays drawn wherever the column is scrolled to: it may hold the focus.
    rangeExtractor: (range) => {
      const shown: number[] = [];
      const from = Math.max(0, range.startIndex - range.overscan);
      const to = Math.min(range.count - 1, range.endIndex + range.overscan);
      for (let index = from; index <= to; index += 1) shown.push(index);
      if (movingAt > to && movingAt < range.count) shown.push(movingAt);
      if (movingAt !== -1 && movingAt < from) shown.unshift(movingAt);
      return shown;
    },
  });
  useScrollAnchor(virtualizer, ids, moving === undefined);
  const shown = virtualizer.getVirtualItems();
  const [first, last] = [shown[0]?.index ?? 0, shown.at(-1)?.index ?? 0];
  const near = useSameSet(useMemo(() => windowOf(ids, first, last), [ids, first, last]));
  const rows = useTaskRows(near, props.snapshot);
  const drawn = useSameSet(useMemo(() => roundedOf(ids, first, last), [ids, first, last]));
  // What has to be counted waits until the rows are painted: it takes several questions to the store for each.
  const counted = rows.size === 0 || !isPainted ? NOTHING : drawn;
  const extrasOf = useExtras(near, counted, virtualizer.isScrolling);
  useLayoutEffect(() => {
    const [node, list] = [column.current, scroller.current];
    if (node === null || list === null) return undefined;
    columns.set(card.id, {
      column: card.id,
      element: node,
      scroller: list,
      ids: () => live ?? [],
      rows: {
        count: ids.length,
        indexOf: (id) => ids.indexOf(id),
        at: (index) => virtualizer.measurementsCache[index],
      },
      reveal: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
      extrasOf,
    });
    return () => {
      columns.delete(card.id);
    };
  }, [card.id, column, scroller, ids, columns, live, virtualizer, extrasOf]);

  useRevealSelected({ selected: props.selected, ids, column, virtualizer });

  const tabbable =
    current !== undefined && ids.includes(current) ? current : ids[shown[0]?.index ?? 0];
  const tileOf = (id: string): ReactNode => {
    const task = rows.get(id) ?? (moving?.id === id ? moving.task : undefined);
    if (task === undefined) return <div className={classes.unread} aria-hidden />;
    return (
      <Tile
        task={task}
        data={props.data}
        {...extrasOf(id)}
        selected={props.selected === id}
        lifted={moving?.by === 'keyboard' && moving.id === id}
        tabbable={id === tabbable}
        menuOpen={props.menuFor === id}
        chosen={props.chosen.size === 0 ? undefined : props.chosen.has(id)}
        dropFrom={props.dropTarget?.id === id ? props.dropTarget.rect : undefined}
        onFocus={setCurrent}
      />
    );
  };
  const items = shown.map(({ index, start }) => {
    const id = ids[index] ?? '';
    const isSlot = moving?.by === 'pointer' && moving.id === id;
    return (
      <li
        key={id}
        ref={virtualizer.measureElement}
        data-index={index}
        data-drag={id}
        data-slot={isSlot || undefined}
        className={classes.item}
        style={{ transform: `translateY(${start}px)` }}
        aria-setsize={ids.length}
        aria-posinset={index + 1}
      >
        {isSlot && <div className={tileClasses.slot} style={{ height: moving.height }} />}
        {(!isSlot || moving.from === card.id) && tileOf(id)}
      </li>
    );
  });
  // A finger's events end with the element they began on: where it was lifted the tile stays, unseen.
  if (moving?.by === 'pointer' && moving.from === card.id && moving.column !== card.id) {
    items.push(
      <li
        key={moving.id}
        className={classes.away}
        aria-hidden
        data-index={-1}
        data-drag={moving.id}
      >
        {false}
        {tileOf(moving.id)}
      </li>,
    );
  }
  return { height: virtualizer.getTotalSize(), items };
}

/** What is beside the rows themselves waits until the list stands still. */
function useExtras(
  near: readonly string[],
  counted: readonly string[],
  isScrolling: boolean,
): (id: string) => TileExtras {
  const marks = useTaskMarks(useResting(near, isScrolling));
  const counts = useTileCounts(useResting(counted, isScrolling));
  return useCallback(
    (id) => ({
      comments: counts?.comments.get(id) ?? 0,
      subtasks: counts?.subtasks.get(id)?.all ?? 0,
      subtasksDone: counts?.subtasks.get(id)?.done ?? 0,
      mark: marks?.get(id),
    }),
    [counts, marks],
  );
}

interface RevealInput {
  readonly selected: string | undefined;
  readonly ids: readonly string[];
  readonly column: RefObject<HTMLElement | null>;
  readonly virtualizer: Virtualizer<HTMLDivElement, HTMLLIElement>;
}

/** Brings the tile of the open task into view once: after a deep link, a move, and from under the panel that opened. */
function useRevealSelected({ selected, ids, column, virtualizer }: RevealInput): void {
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (selected === undefined) shown.current = undefined;
    if (selected === undefined || shown.current === selected) return;
    const index = ids.indexOf(selected);
    if (index === -1) {
      // Moved away: should it come back, it is brought into view again.
      shown.current = undefined;
      return;
    }
    shown.current = selected;
    virtualizer.scrollToIndex(index, { align: 'auto' });
    column.current?.scrollIntoView({ inline: 'nearest', block: 'nearest', behavior: 'smooth' });
  }, [selected, ids, column, virtualizer]);
}

function windowOf(ids: readonly string[], first: number, last: number): readonly string[] {
  const from = (Math.floor(first / STEP) - 1) * STEP;
  return ids.slice(Math.max(0, from), (Math.floor(last / STEP) + 2) * STEP);
}

/** Those that are drawn, in steps, so that a scroll by one tile counts nothing anew. */
function roundedOf(ids: readonly string[], first: number, last: number): readonly string[] {
  const step = STEP / 2;
  return ids.slice(Math.floor(first / step) * step, (Math.floor(last / step) + 1) * step);
}

const NOTHING: readonly string[] = [];

/** The same array while it holds the same ids in whatever order: a tile that is dragged within it asks for nothing anew. */
function useSameSet(ids: readonly string[]): readonly string[] {
  const [known, setKnown] = useState(ids);
  if (known === ids) return ids;
  const before = new Set(known);
  if (known.length === ids.length && ids.every((id) => before.has(id))) return known;
  setKnown(ids);
  return ids;
}

/** The value as it was when things last stood still. */
function useResting<T>(value: T, isMoving: boolean): T {
  const [rest, setRest] = useState(value);
  if (!isMoving && rest !== value) setRest(value);
  return isMoving ? rest : value;
}
