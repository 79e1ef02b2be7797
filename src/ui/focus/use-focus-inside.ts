import { type RefObject, useEffect } from 'react';

/**
 * Returns the focus to a dialog whose focused control was removed, after each render: to its element with
 * `data-autofocus`, else to itself. Otherwise the next Escape would close the panel behind it.
 */
export function useFocusInside(dialog: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const node = dialog.current;
    if (node === null || document.activeElement !== document.body) return;
    (node.querySelector<HTMLElement>('[data-autofocus]') ?? node).focus({ preventScroll: true });
  });
}
