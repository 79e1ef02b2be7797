import type { Mark } from '../../../ui/marks/row-mark.tsx';
import type { Measured } from './placement.ts';

/** Measurements that a column registers with the board, so that a drag can address tiles that are not rendered. */
export interface ColumnView {
  readonly column: string;
  readonly element: HTMLElement;
  readonly scroller: HTMLElement;
  /** Ids of the column's tasks as stored, in order. */
  readonly ids: () => readonly string[];
  /** Displayed positions of the tiles, rendered or not. */
  readonly rows: Measured;
  readonly reveal: (index: number) => void;
  readonly extrasOf: (id: string) => TileExtras;
}

/** Counts on a tile besides the task's own fields. */
export interface TileExtras {
  readonly comments: number;
  readonly files: number;
  readonly subtasks: number;
  readonly subtasksDone: number;
  readonly mark: Mark | undefined;
}

/** Mounted columns by id. */
export type ColumnViews = Map<string, ColumnView>;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Column at the point, or the nearest one. */
export function columnAt(
  columns: ColumnViews,
  order: readonly string[],
  x: number,
): ColumnView | undefined {
  let best: ColumnView | undefined;
  let distance = Number.POSITIVE_INFINITY;
  for (const column of order) {
    const view = columns.get(column);
    if (view === undefined) continue;
    const box = view.element.getBoundingClientRect();
    const away = x < box.left ? box.left - x : Math.max(0, x - box.right);
    if (away < distance) {
      distance = away;
      best = view;
    }
  }
  return best;
}

const EDGE = 56;
const FASTEST = 18;

/** Scrolls the container under the pointer while it is near an edge, faster when nearer. Pixels per frame. */
export function scrollAtEdges(
  point: Point,
  board: HTMLElement,
  scroller: HTMLElement | undefined,
): void {
  const frame = board.getBoundingClientRect();
  const sideways = pull(point.x, frame.left, frame.right);
  if (sideways !== 0) board.scrollLeft += sideways;
  if (scroller === undefined) return;
  const box = scroller.getBoundingClientRect();
  const down = pull(point.y, box.top, box.bottom);
  if (down !== 0) scroller.scrollTop += down;
}

/** Pixels to scroll in this frame: negative towards the start, 0 in the middle. */
export function pull(at: number, start: number, end: number): number {
  const edge = Math.min(EDGE, (end - start) / 4);
  if (edge <= 0) return 0;
  if (at < start + edge) return -Math.ceil(FASTEST * Math.min(1, (start + edge - at) / edge));
  if (at > end - edge) return Math.ceil(FASTEST * Math.min(1, (at - end + edge) / edge));
  return 0;
}

/** Calls `onFrame` once per frame with the pointer position, until the returned function is called. */
export function trackPointer(start: Point, onFrame: (point: Point) => void): () => void {
  let point = start;
  let frame = 0;
  const controller = new AbortController();
  const options = { signal: controller.signal, passive: true, capture: true };
  window.addEventListener(
    'mousemove',
    (event) => (point = { x: event.clientX, y: event.clientY }),
    options,
  );
  window.addEventListener(
    'touchmove',
    (event) => {
      const touch = event.touches[0];
      if (touch !== undefined) point = { x: touch.clientX, y: touch.clientY };
    },
    options,
  );
  const tick = () => {
    onFrame(point);
    frame = requestAnimationFrame(tick);
  };
  frame = requestAnimationFrame(tick);
  return () => {
    controller.abort();
    cancelAnimationFrame(frame);
  };
}

/** Position of a mouse or touch event. */
export function pointOf(event: Event | null): Point | undefined {
  if (event instanceof MouseEvent) return { x: event.clientX, y: event.clientY };
  if ('TouchEvent' in window && event instanceof TouchEvent) {
    const touch = event.touches[0] ?? event.changedTouches[0];
    return touch === undefined ? undefined : { x: touch.clientX, y: touch.clientY };
  }
  return undefined;
}
