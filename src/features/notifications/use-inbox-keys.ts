import { type RefObject, useEffect, useRef } from 'react';
import { moveInList } from '../../ui/focus/use-kept-focus.ts';
import { shortcutOf } from '../../ui/keys/shortcut-keys.ts';

/**
 * While the inbox is open, J, K and the arrow keys move between its entries, and E calls `mark` with the key of the entry
 * that has the focus.
 */
export function useInboxKeys(
  list: RefObject<HTMLElement | null>,
  mark: (key: string) => void,
): void {
  const latest = useRef(mark);
  useEffect(() => {
    latest.current = mark;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return;
      if (target.closest(ELSEWHERE) !== null) return;
      const at = target.closest<HTMLElement>('[data-entry]');
      const key = shortcutOf(event);
      const step = STEPS[key];
      const entry = at?.dataset['entry'];
      if (key === 'e' && entry !== undefined) latest.current(entry);
      else if (step === undefined || !moveInList(list.current, LINK, { at, step })) return;
      // The screen behind has its own meaning of these keys.
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, [list]);
}

const LINK = '[data-entry-link]';
/** Elements in which these keys have another meaning. */
const ELSEWHERE =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], dialog, [role="menu"], [role="listbox"]';

const STEPS: Readonly<Record<string, 1 | -1>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };
