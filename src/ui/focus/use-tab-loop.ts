import { type RefObject, useEffect } from 'react';

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]';

/** While `active`, Tab goes round inside the element, as it does in a modal sheet. */
export function useTabLoop(inside: RefObject<HTMLElement | null>, active: boolean): void {
  useEffect(() => {
    const node = inside.current;
    if (!active || node === null) return undefined;
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Tab') return;
      const stops = Array.from(node.querySelectorAll<HTMLElement>(FOCUSABLE)).filter(
        (stop) => stop.tabIndex >= 0 && stop.offsetParent !== null,
      );
      const first = stops[0];
      const last = stops.at(-1);
      const now = document.activeElement;
      const next = event.shiftKey
        ? now === first || now === node
          ? last
          : undefined
        : now === last
          ? first
          : undefined;
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
    };
    node.addEventListener('keydown', listen);
    return () => node.removeEventListener('keydown', listen);
  }, [inside, active]);
}
