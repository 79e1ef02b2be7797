import { type RefObject, useLayoutEffect } from 'react';

/**
 * An item of a list that goes passes the focus it had to the first button of the next one, the last one to the one before
 * it, and the only one to its panel.
 */
export function usePassedFocus(item: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const node = item.current;
    return () => {
      // While it is in the page still: afterwards nobody knows where the focus was.
      if (node?.contains(document.activeElement) !== true) return;
      const beside = node.nextElementSibling ?? node.previousElementSibling;
      (beside?.querySelector('button') ?? node.closest('dialog'))?.focus();
    };
  }, [item]);
}
