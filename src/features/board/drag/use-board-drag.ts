import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Card } from '../../../../model/entities/card.ts';
import type { Task } from '../../../../model/entities/task.ts';
import {
  type ColumnViews,
  columnAt,
  type Point,
  pointOf,
  scrollAtEdges,
  type TileExtras,
  trackPointer,
} from './board-columns.ts';
import type { Grabbed } from './grab.ts';
import { indexAt, type Placement } from './placement.ts';

/** Gap between tiles. Pixels. */
export const TILE_GAP = 8;
/**
 * Time for which the drop keeps the tile in its new position, until the store has notified every column.
 * Milliseconds.
 */
const SETTLE = 300;

/** Tile that is being moved: by pointer (a slot marks its position) or by keyboard (the tile itself is shown there). */
export interface MovingTask extends Placement {
  readonly kind: 'task';
  readonly by: 'pointer' | 'keyboard' | 'settling';
  readonly task: Task;
  /** Id of the column where the move started. */
  readonly from: string;
  /** Size of the tile when it was lifted, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Counts shown on the drag overlay. */
  readonly extras?: TileExtras;
}

/** Column that is being moved among the columns. */
export interface MovingCard {
  readonly kind: 'card';
  readonly by: 'pointer' | 'settling';
  readonly card: Card;
  readonly index: number;
  readonly width: number;
  readonly height: number;
}

export type Moving = MovingTask | MovingCard;

export interface DropTarget {
  readonly id: string;
  readonly rect: DOMRect;
}

interface Input {
  readonly board: RefObject<HTMLElement | null>;
  /** Element of the drag overlay. */
  readonly overlay: RefObject<HTMLElement | null>;
  readonly columns: ColumnViews;
  readonly cards: readonly Card[];
  /** True when the rules allow this tile to be moved; shows the reason otherwise. */
  readonly canDrag: (task: Task) => boolean;
  /** Writes the move; false when it was refused. */
  readonly dropTask: (moving: MovingTask) => Promise<boolean>;
  readonly dropCard: (moving: MovingCard) => Promise<boolean>;
}

/**
 * State of a drag on the board: the moved item and its target position, measured once per frame against all
 * rows, rendered or not. One mutation per drop; a refused drop returns to its start.
 */
export function useBoardDrag(input: Input) {
  const [moving, setMoving] = useState<Moving>();
  const [dropTarget, setDropTarget] = useState<DropTarget>();
  const latest = useRef(input);
  const current = useRef<Moving>(undefined);
  const stop = useRef<() => void>(undefined);
  useEffect(() => {
    latest.current = input;
  });
  useEffect(() => () => stop.current?.(), []);

  const show = useCallback((next: Moving | undefined) => {
    current.current = next;
    setMoving(next);
  }, []);

  const drop = useCallback(
    async (dropped: Moving) => {
      const settling: Moving = { ...dropped, by: 'settling' };
      show(settling);
      const done =
        settling.kind === 'task'
          ? await latest.current.dropTask(settling)
          : await latest.current.dropCard(settling);
      if (settling.kind === 'task' && done) reveal(latest.current.columns, settling.column);
      const clear = () => {
        if (current.current === settling) show(undefined);
      };
      if (done) setTimeout(clear, SETTLE);
      else clear();
      setTimeout(() => setDropTarget(undefined), SETTLE);
    },
    [show],
  );

  const handlers = useMemo(() => {
    const stopTracking = () => {
      stop.current?.();
      stop.current = undefined;
    };
    return {
      onStart: (event: Event, grabbed: Grabbed) => {
        const started = begin(event, grabbed, latest.current);
        if (started === undefined) return;
        setDropTarget(undefined);
        show(started.moving);
        stop.current = trackPointer(started.point, (point) => {
          const node = latest.current.overlay.current;
          if (node !== null) {
            node.style.translate = `${point.x - started.grab.x}px ${point.y - started.grab.y}px`;
          }
          const before = current.current;
          if (before === undefined) return;
          const next = follow(before, point, started.grab, latest.current);
          // Rendered in this frame, not in the next one.
          if (next !== before) flushSync(() => show(next));
        });
      },
      onEnd: () => {
        stopTracking();
        const dropped = current.current;
        if (dropped?.by !== 'pointer') return;
        const rect = latest.current.overlay.current?.getBoundingClientRect();
        if (rect !== undefined && dropped.kind === 'task') setDropTarget({ id: dropped.id, rect });
        void drop(dropped);
      },
      onCancel: () => {
        stopTracking();
        show(undefined);
      },
    };
  }, [drop, show]);

  return { moving, dropTarget, handlers, show, drop };
}

/** Auto-scrolling may have passed the target column: a phone shows one column at a time. */
function reveal(columns: ColumnViews, column: string): void {
  const options = { inline: 'nearest', block: 'nearest', behavior: 'smooth' } as const;
  columns.get(column)?.element.scrollIntoView(options);
}

interface Started {
  readonly moving: Moving;
  readonly point: Point;
  /** Pointer position inside the tile. Pixels. */
  readonly grab: Point;
}

function begin(event: Event, grabbed: Grabbed, input: Input): Started | undefined {
  const { board, columns, cards } = input;
  const point = pointOf(event);
  const id = grabbed.kind === 'task' ? grabbed.task.id : `card:${grabbed.id}`;
  const element = board.current?.querySelector(`[data-drag="${CSS.escape(id)}"]`);
  if (point === undefined || element === null || element === undefined) return undefined;
  const box = element.getBoundingClientRect();
  const grab = { x: point.x - box.left, y: point.y - box.top };
  const size = { width: box.width, height: box.height };
  if (grabbed.kind === 'card') {
    const card = cards.find((one) => one.id === grabbed.id);
    if (card === undefined) return undefined;
    const index = cards.indexOf(card);
    return { moving: { kind: 'card', by: 'pointer', card, index, ...size }, point, grab };
  }
  const { task } = grabbed;
  const column = columns.get(task.card);
  const index = column?.ids().indexOf(id) ?? -1;
  if (index === -1 || !input.canDrag(task)) return undefined;
  const place = { id, column: task.card, from: task.card, index, extras: column?.extrasOf(id) };
  return { moving: { kind: 'task', by: 'pointer', task, ...place, ...size }, point, grab };
}

function follow(
  moving: Moving,
  point: Point,
  grab: Point,
  { board, columns, cards }: Input,
): Moving {
  const order = cards.map((card) => card.id);
  const column = columnAt(columns, order, point.x);
  if (board.current !== null) {
    scrollAtEdges(point, board.current, moving.kind === 'task' ? column?.scroller : undefined);
  }
  if (column === undefined) return moving;
  if (moving.kind === 'card') {
    if (column.column === moving.card.id) return moving;
    const others = order.filter((id) => id !== moving.card.id);
    const index = others.toSpliced(moving.index, 0, moving.card.id).indexOf(column.column);
    return { ...moving, index };
  }
  const top =
    point.y - grab.y - column.scroller.getBoundingClientRect().top + column.scroller.scrollTop;
  const index = indexAt(column.rows, moving.id, top, TILE_GAP);
  const same = column.column === moving.column && index === moving.index;
  return same ? moving : { ...moving, column: column.column, index };
}
