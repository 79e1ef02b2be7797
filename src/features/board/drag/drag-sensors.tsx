import {
  DndContext,
  MouseSensor,
  TouchSensor,
  useDraggable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { type RefObject, useEffect, useState } from 'react';
import { DRAG_MESSAGES } from '../../../ui/text/drag-messages.ts';
import type { Grabbed, Grabber } from './grab.ts';

/** `useBoardDrag` measures positions once per frame; the library has nothing to measure. */
const MEASURING = { draggable: { measure: () => NOWHERE } };
const NOWHERE = { top: 0, left: 0, bottom: 0, right: 0, width: 0, height: 0 };

const BY_MOUSE = { activationConstraint: { distance: 6 } };
const BY_FINGER = { activationConstraint: { delay: 220, tolerance: 8 } };

interface Props {
  readonly board: RefObject<HTMLElement | null>;
  /** Reports each press on a tile or the head of a column. */
  readonly grabber: Grabber;
  readonly onStart: (event: Event, grabbed: Grabbed) => void;
  readonly onEnd: () => void;
  readonly onCancel: () => void;
}

/**
 * Decides when a press becomes a drag: after some pixels of the mouse, or when a finger rests. The board is one draggable
 * for all its tiles and columns, so that none of them renders with the library's state, and its code loads after they
 * are painted.
 */
export function DragSensors({ board, grabber, onStart, onEnd, onCancel }: Props) {
  const sensors = useSensors(useSensor(MouseSensor, BY_MOUSE), useSensor(TouchSensor, BY_FINGER));
  const [grabbed, setGrabbed] = useState<Grabbed>();
  return (
    <DndContext
      sensors={sensors}
      autoScroll={false}
      measuring={MEASURING}
      accessibility={DRAG_MESSAGES}
      onDragStart={({ activatorEvent }) => {
        if (grabbed !== undefined) onStart(activatorEvent, grabbed);
      }}
      onDragEnd={onEnd}
      onDragCancel={onCancel}
    >
      <WholeBoard board={board} grabber={grabber} grabbed={grabbed} onGrab={setGrabbed} />
    </DndContext>
  );
}

interface WholeBoardProps extends Pick<Props, 'board' | 'grabber'> {
  readonly grabbed: Grabbed | undefined;
  readonly onGrab: (grabbed: Grabbed) => void;
}

function WholeBoard({ board, grabber, grabbed, onGrab }: WholeBoardProps) {
  const { setNodeRef, listeners } = useDraggable({
    id: 'board',
    data: { name: grabbed?.name },
  });
  useEffect(() => setNodeRef(board.current), [board, setNodeRef]);
  useEffect(
    () =>
      grabber.connect((event, next) => {
        onGrab(next);
        const listener = listeners?.[event.type === 'mousedown' ? 'onMouseDown' : 'onTouchStart'];
        if (listener !== undefined) Reflect.apply(listener, undefined, [event]);
      }),
    [grabber, listeners, onGrab],
  );
  return null;
}
