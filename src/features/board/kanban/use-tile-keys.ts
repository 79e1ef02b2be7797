import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef } from 'react';
import type { Task } from '../../../../model/entities/task.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { shortcutOf } from '../../../ui/keys/shortcut-keys.ts';
import type { ColumnViews } from '../drag/board-columns.ts';
import { type Step, stepPlacement } from '../drag/placement.ts';
import type { Moving, MovingTask } from '../drag/use-board-drag.ts';
import type { Selection } from '../selection/use-selection.ts';

interface Input {
  readonly board: RefObject<HTMLElement | null>;
  readonly columns: ColumnViews;
  /** Ids of the columns from left to right. */
  readonly order: readonly string[];
  readonly nameOf: (column: string) => string;
  readonly moving: Moving | undefined;
  readonly selection: Selection;
  readonly canDrag: (task: Task) => boolean;
  readonly show: (moving: Moving | undefined) => void;
  readonly drop: (moving: Moving) => Promise<void>;
  /** Announces a text to screen readers. */
  readonly announce: (text: string) => void;
  readonly onAddTask: (column: string) => void;
}

const STEPS: Readonly<Record<string, Step>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  k: 'up',
  j: 'down',
};

/** Arrows and J/K move between tiles, Space lifts one, and the arrow keys move a lifted one (product.md). */
export function useTileKeys(input: Input): (event: KeyboardEvent, task: Task) => void {
  const latest = useRef(input);
  useEffect(() => {
    latest.current = input;
  });
  useBoardKeys(latest);
  useFocusFollows(input);
  return useCallback((event: KeyboardEvent, task: Task) => {
    const isName = event.target instanceof Element && event.target.matches('[data-task-name]');
    if (!isName || event.ctrlKey || event.metaKey || event.altKey) return;
    const { moving } = latest.current;
    const lifted = moving?.kind === 'task' && moving.by === 'keyboard' ? moving : undefined;
    const handled =
      lifted === undefined
        ? wander(event, task, latest.current)
        : carry(event, lifted, latest.current);
    if (handled) {
      event.preventDefault();
      event.stopPropagation();
    }
  }, []);
}

/** J, K and `n` also work when nothing on the board has the focus. */
function useBoardKeys(latest: RefObject<Input>): void {
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      const { board, order, columns, moving } = latest.current;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (moving !== undefined || isBusy(event.target)) return;
      const inside = event.target instanceof Element ? event.target.closest('[data-drag]') : null;
      const column = columnOf(event.target, latest.current) ?? order[0];
      const key = shortcutOf(event);
      if (key === 'n' && column !== undefined) {
        event.preventDefault();
        latest.current.onAddTask(column);
      } else if ((key === 'j' || key === 'k') && inside === null) {
        const first = order.find((one) => (columns.get(one)?.ids().length ?? 0) > 0);
        if (first === undefined || board.current === null) return;
        event.preventDefault();
        focusAt(first, 0, latest.current);
      }
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [latest]);
}

/** A lifted tile is rendered again in another column and takes the focus there. */
function useFocusFollows({ board, columns, moving }: Input): void {
  const lifted = moving?.kind === 'task' && moving.by !== 'pointer' ? moving : undefined;
  const byKeys = useRef(false);
  useEffect(() => {
    if (lifted === undefined) {
      byKeys.current = false;
      return;
    }
    if (lifted.by === 'keyboard') byKeys.current = true;
    if (!byKeys.current) return;
    const view = columns.get(lifted.column);
    view?.reveal(lifted.index);
    view?.element.scrollIntoView({ inline: 'nearest', block: 'nearest' });
    nameOf(board.current, lifted.id)?.focus({ preventScroll: true });
  }, [board, columns, lifted]);
}

function wander(event: KeyboardEvent, task: Task, input: Input): boolean {
  const { columns, order } = input;
  const index = columns.get(task.card)?.ids().indexOf(task.id) ?? -1;
  const key = shortcutOf(event);
  if (event.key === ' ') {
    if (input.canDrag(task)) lift(event, task, index, input);
    return true;
  }
  if (key === 'x') {
    input.selection.toggle(task.id);
    return true;
  }
  const step = STEPS[key];
  if (step === undefined || index === -1) return false;
  const last = (column: string) => (columns.get(column)?.ids().length ?? 0) - 1;
  const filled = order.filter((column) => last(column) >= 0);
  const next = stepPlacement({ id: task.id, column: task.card, index }, step, filled, last);
  if (event.shiftKey && next.column === task.card) {
    const ids = columns.get(task.card)?.ids() ?? [];
    input.selection.add([task.id, ids[next.index] ?? task.id]);
  }
  focusAt(next.column, next.index, input);
  return true;
}

function lift(event: KeyboardEvent, task: Task, index: number, input: Input): void {
  const box = (
    event.currentTarget.closest('article') ?? event.currentTarget
  ).getBoundingClientRect();
  input.show({
    kind: 'task',
    by: 'keyboard',
    id: task.id,
    task,
    from: task.card,
    column: task.card,
    index,
    width: box.width,
    height: box.height,
  });
  const { place, count, card } = positionOf(input, task.card, index, task.id);
  input.announce(
    i18n.t(
      'Lifted {name}, position {index} of {count} in {card}. Arrow keys move it, Space drops it, Escape takes it back.',
      { name: task.name, index: place, count, card },
    ),
  );
}

function carry(event: KeyboardEvent, lifted: MovingTask, input: Input): boolean {
  const { name } = lifted.task;
  if (event.key === 'Escape') {
    input.show(undefined);
    input.announce(i18n.t('{name} is back where it was.', { name }));
    // useRestoredFocus focuses the tile in its old column, unless the person has moved the focus by then.
    return true;
  }
  if (event.key === ' ' || event.key === 'Enter') {
    const { place, count, card } = positionOf(input, lifted.column, lifted.index, lifted.id);
    input.announce(
      i18n.t('Dropped {name}, position {index} of {count} in {card}.', {
        name,
        index: place,
        count,
        card,
      }),
    );
    void input.drop(lifted);
    return true;
  }
  const step = STEPS[shortcutOf(event)];
  if (step === undefined) return event.key === 'Tab';
  const others = (column: string) => othersIn(input, column, lifted.id);
  // Not into a column that is not rendered yet: nothing there could take the focus.
  const drawn = input.order.filter((column) => input.columns.has(column));
  const next = { ...lifted, ...stepPlacement(lifted, step, drawn, others) };
  input.show(next);
  const { place, count, card } = positionOf(input, next.column, next.index, lifted.id);
  input.announce(i18n.t('position {index} of {count} in {card}', { index: place, count, card }));
  return true;
}

function othersIn({ columns }: Input, column: string, id: string): number {
  return (
    columns
      .get(column)
      ?.ids()
      .filter((other) => other !== id).length ?? 0
  );
}

/** Values of the announcements. */
function positionOf(input: Input, column: string, index: number, id: string) {
  const count = othersIn(input, column, id) + 1;
  return { place: index + 1, count, card: input.nameOf(column) };
}

function focusAt(column: string, index: number, { columns, board }: Input): void {
  const view = columns.get(column);
  const id = view?.ids()[index];
  if (view === undefined || id === undefined) return;
  view.reveal(index);
  view.element.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  const focus = () => nameOf(board.current, id)?.focus({ preventScroll: true });
  if (nameOf(board.current, id) === null) requestAnimationFrame(() => requestAnimationFrame(focus));
  else focus();
}

function nameOf(board: HTMLElement | null, id: string): HTMLElement | null {
  return board?.querySelector<HTMLElement>(`[data-task-name="${CSS.escape(id)}"]`) ?? null;
}

function columnOf(target: EventTarget | null, { columns, order }: Input): string | undefined {
  if (!(target instanceof Node)) return undefined;
  return order.find((column) => columns.get(column)?.element.contains(target) === true);
}

function isBusy(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.closest('[role="dialog"], [role="menu"], dialog') !== null ||
      target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable]'))
  );
}
