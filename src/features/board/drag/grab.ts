import type { MouseEvent, TouchEvent } from 'react';
import type { Task } from '../../../../model/entities/task.ts';

/** Element that is pressed: a tile, or the head of a column. */
export type Grabbed =
  | { readonly kind: 'task'; readonly name: string; readonly task: Task }
  | { readonly kind: 'card'; readonly name: string; readonly id: string };

/** Called with each press on something that can be dragged. */
export type Grab = (event: MouseEvent | TouchEvent, grabbed: Grabbed) => void;

export interface Grabber {
  readonly grab: Grab;
  /** Passes each press on to `listen`; the returned function ends that. */
  readonly connect: (listen: Grab) => () => void;
}

/** A press before somebody listens waits until then, or until the button or finger is released. */
export function createGrabber(): Grabber {
  let listener: Grab | undefined;
  let waiting: (() => void) | undefined;
  const release = () => (waiting = undefined);
  return {
    grab: (event, grabbed) => {
      if (listener !== undefined) return listener(event, grabbed);
      waiting = () => listener?.(event, grabbed);
      for (const type of ['mouseup', 'touchend', 'touchcancel']) {
        window.addEventListener(type, release, { once: true, capture: true });
      }
    },
    connect: (listen) => {
      listener = listen;
      waiting?.();
      release();
      return () => (listener = undefined);
    },
  };
}

/** Handlers of an element that can be dragged. */
export function grabbing(grab: Grab, grabbed: Grabbed) {
  const press = (event: MouseEvent | TouchEvent) => grab(event, grabbed);
  return { onMouseDown: press, onTouchStart: press };
}
