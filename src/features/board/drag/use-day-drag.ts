import { type PointerEvent, type RefObject, useCallback, useEffect, useRef } from 'react';
import type { Task } from '../../../../model/entities/task.ts';

interface Input {
  readonly calendar: RefObject<HTMLElement | null>;
  /** Element of the drag overlay. */
  readonly overlay: RefObject<HTMLElement | null>;
  readonly onMove: (task: Task, day: string) => void;
  readonly onDrop: () => void;
  readonly onCancel: () => void;
}

/**
 * Distance of a mouse and duration of a touch before a drag starts; tolerance of a touch meanwhile. Pixels,
 * milliseconds.
 */
const DISTANCE = 6;
const PRESS_MS = 220;
const TREMBLE = 8;

/** Drags a task to another day of the calendar, by mouse or after a long press by touch. */
export function useDayDrag(input: Input): (event: PointerEvent<HTMLElement>, task: Task) => void {
  const latest = useRef(input);
  const stop = useRef<() => void>(undefined);
  useEffect(() => {
    latest.current = input;
  });
  useEffect(() => () => stop.current?.(), []);
  return useCallback((event: PointerEvent<HTMLElement>, task: Task) => {
    if (!event.isPrimary || event.button !== 0) return;
    stop.current?.();
    stop.current = follow(event, task, latest);
  }, []);
}

function follow(
  start: PointerEvent<HTMLElement>,
  task: Task,
  latest: RefObject<Input>,
): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const box = start.currentTarget.getBoundingClientRect();
  const [startX, startY] = [start.clientX, start.clientY];
  const byFinger = start.pointerType === 'touch';
  let isDragging = false;
  const hang = (x: number, y: number) => {
    const node = latest.current.overlay.current;
    if (node === null) return;
    node.style.width = `${box.width}px`;
    node.style.translate = `${x - startX + box.left}px ${y - startY + box.top}px`;
  };
  const to = (x: number, y: number) => {
    const day = dayAt(x, y, latest.current.calendar.current);
    if (day !== undefined) latest.current.onMove(task, day);
    requestAnimationFrame(() => hang(x, y));
  };
  const begin = () => {
    isDragging = true;
    to(startX, startY);
  };
  const hold = byFinger ? setTimeout(begin, PRESS_MS) : undefined;
  const end = () => {
    clearTimeout(hold);
    controller.abort();
  };
  const move = ({ clientX: x, clientY: y, pointerId }: globalThis.PointerEvent) => {
    if (pointerId !== start.pointerId) return;
    const far = Math.hypot(x - startX, y - startY);
    if (isDragging) to(x, y);
    else if (byFinger && far > TREMBLE) end();
    else if (!byFinger && far > DISTANCE) begin();
  };
  window.addEventListener('pointermove', move, { signal });
  window.addEventListener(
    'pointerup',
    () => {
      end();
      if (!isDragging) return;
      swallowClick();
      latest.current.onDrop();
    },
    { signal },
  );
  const cancel = () => {
    end();
    if (isDragging) latest.current.onCancel();
  };
  window.addEventListener('pointercancel', cancel, { signal });
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !isDragging) return;
      event.stopPropagation();
      cancel();
    },
    { signal, capture: true },
  );
  // A touch that drags must not scroll.
  window.addEventListener(
    'touchmove',
    (event) => {
      if (isDragging && event.cancelable) event.preventDefault();
    },
    { signal, passive: false },
  );
  return end;
}

function dayAt(x: number, y: number, calendar: HTMLElement | null): string | undefined {
  const under = document.elementsFromPoint(x, y).find((element) => element.matches('[data-day]'));
  if (!(under instanceof HTMLElement) || calendar?.contains(under) !== true) return undefined;
  return under.dataset['day'];
}

/** Suppresses the click that ends a drag. */
function swallowClick(): void {
  const controller = new AbortController();
  window.addEventListener('click', (event) => event.stopPropagation(), {
    capture: true,
    once: true,
    signal: controller.signal,
  });
  setTimeout(() => controller.abort(), 50);
}
