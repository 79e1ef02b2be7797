import { type RefObject, useEffect, useState } from 'react';

/**
 * Moves the focus into what was just opened (to the element with `data-autofocus`, else to the opened one itself), and
 * back to where it was when that goes.
 */
export function useReturnFocus(opened: RefObject<HTMLElement | null>): void {
  // A field inside may have taken the focus by the time effects run: then what counts is who had it before.
  const [atFirst] = useState(() => document.activeElement);
  useEffect(() => {
    const node = opened.current;
    const isInside = node?.contains(document.activeElement) === true;
    const before = isInside ? atFirst : document.activeElement;
    if (node !== null && !isInside) {
      (node.querySelector<HTMLElement>('[data-autofocus]') ?? node).focus({ preventScroll: true });
    }
    return () => {
      const now = document.activeElement;
      const lost = now === null || now === document.body || node?.contains(now) === true;
      if (lost && before instanceof HTMLElement && before.isConnected) {
        before.focus({ preventScroll: true });
      }
    };
  }, [opened, atFirst]);
}
