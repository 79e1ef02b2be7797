import { type RefObject, useLayoutEffect } from 'react';

/**
 * Returns the focus to a dialog whose focused control was removed, after each render: to its element with
 * `data-autofocus`, else to itself, before the browser handles the next key.
 */
export function useFocusInside(dialog: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const node = dialog.current;
    if (node === null || document.activeElement !== document.body) return;
    (node.querySelector<HTMLElement>('[data-autofocus]') ?? node).focus({ preventScroll: true });
  });
}
