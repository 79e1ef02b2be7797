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
import { i18n } from '../../../i18n/i18n.ts';
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
  /** Undefined: no filter. */
  readonly filter: AppliedFilter | undefined;
  /** Tile being moved, when this column is its start or its target. */
  readonly moving: MovingTask | undefined;
  readonly dropTarget: DropTarget | undefined;
  readonly selected: string | undefined;
  /** Selected tasks; empty without a selection. */
  readonly chosen: ReadonlySet<string>;
  readonly menuFor: string | undefined;
  readonly columns: ColumnViews;
  /** Rows read with the board snapshot; undefined for a column outside the viewport. */
  readonly snapshot: ColumnSnapshot | undefined;
  /** False until the first paint of the board: only visible columns count. */
  readonly isPainted: boolean;
  readonly onAddTask: (card: Card, multi: boolean) => void;
  readonly onCompose: (cardId: string) => void;
  /** Composer at the foot; undefined: the button that opens it. */
  readonly composer: ReactNode;
  /** Task that the composer added last. */
  readonly added: string | undefined;
  /** True while this column is dragged. */
  readonly isMoving: boolean;
}

const ESTIMATE = 84;
/** Tiles rendered beyond the viewport at each end. */
const OVERSCAN = 5;
/** Height above and below a column's tiles. Pixels. */
const EXTRA_HEIGHT = 200;
/**
 * Rows are read in blocks of this size, one block beyond the visible range at both ends, so that scrolling
 * seldom starts a query.
 */
const STEP = 20;

/** One column of the board; only visible tiles are rendered. */
export const Column = memo(function Column(props: ColumnProps) {
  const { card, data, filter, moving, onAddTask, onCompose, composer, isMoving } = props;
  const live = useColumnTaskIds(card.id, filter, props.snapshot);
  const ids = useMemo(() => withPlacement(live ?? [], card.id, moving), [live, card.id, moving]);
  const column = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useColumnList(props, { column, scroller, live, ids });
  const { lacksTasks } = data;
  const empty = live !== undefined && ids.length === 0 && !lacksTasks;
  return (
    <section
      ref={column}
      className={classes.column}
      aria-label={columnLabel(card.name, lacksTasks ? undefined : ids.length)}
      data-drag={`card:${card.id}`}
      data-moving={isMoving || undefined}
    >
      <ColumnHeader
        card={card}
        count={live === undefined || lacksTasks ? undefined : ids.length}
        actor={data.actor}
        cards={data.cards}
        onAddTask={onAddTask}
      />
      <div ref={scroller} className={classes.scroller} data-column-scroller>
        {empty && (
          <p className={classes.empty}>
            {filter === undefined
              ? i18n.t('No tasks here yet')
              : i18n.t('No tasks here fit what is shown')}
          </p>
        )}
        <ul
          className={classes.list}
          aria-label={i18n.t('Tasks in {name}', { name: card.name })}
          style={{ height: list.height }}
          data-settled={moving === undefined || undefined}
        >
          {list.items}
        </ul>
      </div>
      {composer ?? (
        <button
          type="button"
          data-compose={card.id}
          className={classes.add}
          aria-label={i18n.t('Add task to {name}', { name: card.name })}
          onClick={() => onCompose(card.id)}
        >
          <IconPlus size={16} stroke={1.5} aria-hidden /> {i18n.t('Add task')}
        </button>
      )}
    </section>
  );
});

/** `count`: undefined while tasks may be missing. */
function columnLabel(name: string, count: number | undefined): string {
  if (count === undefined) return i18n.t('{name}, not all tasks are here', { name });
  return i18n.t('{name}, {count, plural, one {# task} other {# tasks}}', { name, count });
}

interface ListInput {
  readonly column: RefObject<HTMLElement | null>;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Ids as stored; undefined while they are read. */
  readonly live: readonly string[] | undefined;
  /** Ids as displayed. */
  readonly ids: readonly string[];
}

function useColumnList(props: ColumnProps, { column, scroller, live, ids }: ListInput) {
  const { card, moving, columns, isPainted } = props;
  const [current, setCurrent] = useState<string>();
  const movingAt = moving?.column === card.id ? moving.index : -1;
  const heights = useMovedHeights(movingAt === -1 ? undefined : moving);
  // Stable while the ids are equal: with another function the virtualizer measures the whole column again.
  const keyAt = useCallback((index: number) => ids[index] ?? index, [ids]);
  // oxlint-disable-next-line react/incompatible-library -- functions stay outside memoised code
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heights.get(ids[index] ?? '') ?? ESTIMATE,
    getItemKey: keyAt,
    gap: TILE_GAP,
    overscan: isPainted ? OVERSCAN : 0,
    // The column has no measured height on the first render: this estimate renders its tiles at once.
    initialRect: { width: 0, height: window.innerHeight - EXTRA_HEIGHT },
    paddingStart: 2,
    paddingEnd: 4,
    // The moved tile stays rendered at any scroll position: it may have the focus.
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
  // Counts wait until the rows are painted: each needs several queries.
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
  useScrollToAdded(props.added, ids, virtualizer);

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
  // Touch events end with the element where the touch started: the source tile stays in the page, invisible.
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

/**
 * Heights of the tiles that were moved into this column, by their ids. They remain the estimates of these tiles: the
 * virtualizer stores a measured height only when it differs from the estimate.
 */
function useMovedHeights(moving: MovingTask | undefined): ReadonlyMap<string, number> {
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(NO_HEIGHTS);
  if (moving === undefined || heights.get(moving.id) === moving.height) return heights;
  const next = new Map(heights).set(moving.id, moving.height);
  setHeights(next);
  return next;
}

const NO_HEIGHTS: ReadonlyMap<string, number> = new Map();

/** Counts and marks are read when the list has stopped moving. */
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
      files: counts?.files.get(id) ?? 0,
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

/** Scrolls the tile of the open task into view once: after a deep link, after a move, and when the panel covers it. */
function useRevealSelected({ selected, ids, column, virtualizer }: RevealInput): void {
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (selected === undefined) shown.current = undefined;
    if (selected === undefined || shown.current === selected) return;
    const index = ids.indexOf(selected);
    if (index === -1) {
      // Moved to another column: scroll to it again if it returns.
      shown.current = undefined;
      return;
    }
    shown.current = selected;
    virtualizer.scrollToIndex(index, { align: 'auto' });
    column.current?.scrollIntoView({ inline: 'nearest', block: 'nearest', behavior: 'smooth' });
  }, [selected, ids, column, virtualizer]);
}

/** Scrolls to a task that was just added here, once. */
function useScrollToAdded(
  added: string | undefined,
  ids: readonly string[],
  virtualizer: Virtualizer<HTMLDivElement, HTMLLIElement>,
): void {
  const shown = useRef(added);
  useEffect(() => {
    if (added === undefined || shown.current === added) return;
    const index = ids.indexOf(added);
    if (index === -1) return;
    shown.current = added;
    virtualizer.scrollToIndex(index, { align: 'end' });
  }, [added, ids, virtualizer]);
}

function windowOf(ids: readonly string[], first: number, last: number): readonly string[] {
  const from = (Math.floor(first / STEP) - 1) * STEP;
  return ids.slice(Math.max(0, from), (Math.floor(last / STEP) + 2) * STEP);
}

/** Ids of the rendered range, rounded to blocks, so that scrolling by one tile starts no query. */
function roundedOf(ids: readonly string[], first: number, last: number): readonly string[] {
  const step = STEP / 2;
  return ids.slice(Math.floor(first / step) * step, (Math.floor(last / step) + 1) * step);
}

const NOTHING: readonly string[] = [];

/** Same reference while the set of ids is equal, whatever the order: a drag inside the column starts no query. */
function useSameSet(ids: readonly string[]): readonly string[] {
  const [known, setKnown] = useState(ids);
  if (known === ids) return ids;
  const before = new Set(known);
  if (known.length === ids.length && ids.every((id) => before.has(id))) return known;
  setKnown(ids);
  return ids;
}

/** The last value from before the movement. */
function useResting<T>(value: T, isMoving: boolean): T {
  const [rest, setRest] = useState(value);
  if (!isMoving && rest !== value) setRest(value);
  return isMoving ? rest : value;
}
