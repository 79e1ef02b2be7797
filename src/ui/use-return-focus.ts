import { type RefObject, useEffect } from 'react';

/** Moves the focus into what was just opened, and back to where it was when that goes. */
export function useReturnFocus(opened: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const before = document.activeElement;
    const node = opened.current;
    if (node !== null && !node.contains(before)) {
      (node.querySelector<HTMLElement>('[data-autofocus]') ?? node).focus({ preventScroll: true });
    }
    return () => {
      const now = document.activeElement;
      const lost = now === null || now === document.body || node?.contains(now) === true;
      if (lost && before instanceof HTMLElement && before.isConnected) {
        before.focus({ preventScroll: true });
      }
    };
  }, [opened]);
}
