import { type RefObject, useEffect, useRef } from 'react';
import { moveInList, useKeptFocus } from '../../../ui/focus/use-kept-focus.ts';
import { shortcutOf } from '../../../ui/keys/shortcut-keys.ts';
import type { TodayRow } from './today-rows.ts';

interface Actions {
  readonly tick: (row: TodayRow) => void;
  /** Opens the snooze menu of the row with this key. */
  readonly snooze: (key: string) => void;
}

type List = RefObject<HTMLElement | null>;

/**
 * J and K move between rows from anywhere on the page, the arrow keys from a row; Space ticks and Z snoozes the row with
 * the focus. A row that disappears with the focus gives it to the row that takes its place.
 */
export function useTodayKeys(list: List, rows: readonly TodayRow[], actions: Actions): void {
  const latest = useRef({ rows, actions });
  useEffect(() => {
    latest.current = { rows, actions };
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const { target } = event;
      if (!(target instanceof Element) || target.closest(ELSEWHERE) !== null) return;
      const at = target.closest<HTMLElement>('[data-today]');
      if (actOn(event, { list: list.current, at, ...latest.current })) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [list]);
  useKeptFocus(list, {
    selector: LINK,
    row: '[data-today]',
    keys: rows.map(({ key }) => key).join('\n'),
  });
}

interface Pressed {
  readonly list: HTMLElement | null;
  /** Row with the focus. */
  readonly at: HTMLElement | null;
  readonly rows: readonly TodayRow[];
  readonly actions: Actions;
}

function actOn(event: KeyboardEvent, { list, at, rows, actions }: Pressed): boolean {
  const key = shortcutOf(event);
  const row = rows.find((one) => one.key === at?.dataset['today']);
  if (key === 'z' && row?.task !== undefined && row.change !== 'rejected') {
    actions.snooze(row.key);
    return true;
  }
  if (key === ' ' && row !== undefined && event.target instanceof HTMLAnchorElement) {
    actions.tick(row);
    return true;
  }
  const step = STEPS[key];
  if (step === undefined || (at === null && key.startsWith('Arrow'))) return false;
  return moveInList(list, LINK, { at, step });
}

const LINK = '[data-today-link]';

/** Elements in which these keys have another meaning. */
const ELSEWHERE =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], dialog, nav, [role="dialog"], [role="menu"], [role="listbox"], [role="tablist"]';

const STEPS: Readonly<Record<string, 1 | -1>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };
