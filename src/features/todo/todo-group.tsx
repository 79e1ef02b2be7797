import {
  closestCenter,
  DndContext,
  type DragMoveEvent,
  type DragStartEvent,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { useEffect, useId, useState } from 'react';
import type { Todo, TodoDay } from '../../../model/entities/todo.ts';
import type { PendingMark } from '../../data/todos.ts';
import { useTodoChanges } from '../../data/todos.ts';
import { translated } from '../../i18n/i18n.ts';
import { DRAG_MESSAGES } from '../../ui/text/drag-messages.ts';
import { showToast } from '../../ui/overlays/toasts.tsx';
import { moved, shiftOf } from './reorder.ts';
import { TodoRow } from './todo-row.tsx';
import { formatDay, UPDATE_FAILED } from './todo-format.ts';
import styles from './todo.module.css';

/** Time for which the drop keeps the new order, until the store has notified the list. Milliseconds. */
const SETTLE = 300;

interface TodoGroupProps {
  readonly day: TodoDay;
  readonly marks: ReadonlyMap<string, PendingMark> | undefined;
  readonly shown: string | undefined;
}

interface Drag {
  readonly from: number;
  readonly to: number;
  readonly height: number;
}

/** Constant objects: with new ones every row would render again with the list. */
const BY_MOUSE = { activationConstraint: { distance: 4 } };
const BY_FINGER = { activationConstraint: { delay: 220, tolerance: 8 } };

/** Todos of one day, ordered by dragging and by the arrow keys of a handle. */
export function TodoGroup({ day, marks, shown }: TodoGroupProps) {
  const titleId = useId();
  const order = useReorder(day.todos);
  const sensors = useSensors(
    useSensor(MouseSensor, BY_MOUSE),
    // A long press drags; a swipe still scrolls.
    useSensor(TouchSensor, BY_FINGER),
  );
  return (
    <section className={styles['day']} aria-labelledby={titleId}>
      <h3 id={titleId} className={styles['date']}>
        <time dateTime={day.day}>{formatDay(day.todos[0]?.made_at ?? day.day)}</time>
      </h3>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragStart={order.start}
        onDragMove={order.over}
        onDragEnd={() => void order.drop()}
        onDragCancel={order.cancel}
        accessibility={DRAG_MESSAGES}
      >
        <ul className={styles['list']} data-dragging={order.drag !== undefined}>
          {order.todos.map((todo, index) => (
            <TodoRow
              key={todo.id}
              todo={todo}
              mark={marks?.get(todo.id)}
              isShown={todo.id === shown}
              shift={order.drag === undefined ? 0 : shiftOf(index, order.drag)}
              onStep={(step) => void order.place(index, index + step)}
            />
          ))}
        </ul>
      </DndContext>
    </section>
  );
}

function useReorder(stored: readonly Todo[]) {
  const changes = useTodoChanges();
  const [drag, setDrag] = useState<Drag>();
  const [settling, setSettling] = useState<readonly Todo[]>();
  useEffect(() => {
    if (settling === undefined) return undefined;
    const timer = setTimeout(() => setSettling(undefined), SETTLE);
    return () => clearTimeout(timer);
  }, [settling]);
  const todos = settling ?? stored;
  const indexOf = (id: unknown) => todos.findIndex((todo) => todo.id === id);
  const place = async (from: number, to: number) => {
    const next = moved(todos, from, to);
    const todo = todos[from];
    if (next === todos || todo === undefined) return;
    setSettling(next);
    const refusal = await changes.move(todo.id, next[to - 1], next[to + 1]);
    if (refusal === undefined) return;
    setSettling(undefined);
    showToast({ message: translated(UPDATE_FAILED), kind: 'error' });
  };
  return {
    todos,
    drag,
    place,
    start: ({ active }: DragStartEvent) => {
      const from = indexOf(active.id);
      const height = active.rect.current.initial?.height ?? 0;
      setDrag({ from, to: from, height });
    },
    over: ({ over }: DragMoveEvent) => {
      const to = over === null ? -1 : indexOf(over.id);
      if (drag !== undefined && to !== -1 && to !== drag.to) setDrag({ ...drag, to });
    },
    cancel: () => setDrag(undefined),
    drop: async () => {
      setDrag(undefined);
      if (drag !== undefined) await place(drag.from, drag.to);
    },
  };
}
