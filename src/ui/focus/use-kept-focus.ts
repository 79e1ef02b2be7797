import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the focus in a list whose rows disappear: the row that takes the place of a removed one gets it. `selector` finds
 * the element of each row that has the focus, `row` the row around it; `keys` changes with the rows.
 */
export function useKeptFocus(
  list: RefObject<HTMLElement | null>,
  { selector, row, keys }: KeptFocus,
): void {
  const last = useRef<number>(undefined);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const at = target instanceof Element ? target.closest(row) : null;
      const index = rowElements(list.current, selector).findIndex((one) => at?.contains(one));
      last.current = index === -1 ? undefined : index;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [list, selector, row]);
  useLayoutEffect(() => {
    if (last.current === undefined || document.activeElement !== document.body) return;
    const all = rowElements(list.current, selector);
    all[Math.min(last.current, all.length - 1)]?.focus({ preventScroll: true });
  }, [list, selector, keys]);
}

interface KeptFocus {
  readonly selector: string;
  readonly row: string;
  readonly keys: string;
}

/** Focuses the row `step` after the one with the focus, the first one without; false when there is none. */
export function moveInList(
  list: HTMLElement | null,
  selector: string,
  { at, step }: { readonly at: Element | null; readonly step: 1 | -1 },
): boolean {
  const all = rowElements(list, selector);
  const from = all.findIndex((one) => at?.contains(one) === true);
  const next = all[Math.min(all.length - 1, Math.max(0, from + step))];
  next?.focus();
  return next !== undefined;
}

function rowElements(list: HTMLElement | null, selector: string): readonly HTMLElement[] {
  return Array.from(list?.querySelectorAll<HTMLElement>(selector) ?? []);
}
