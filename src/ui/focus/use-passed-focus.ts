import { type RefObject, useLayoutEffect } from 'react';

/**
 * Passes the focus on when the element is removed while the focus is inside it.
 *
 * @param successor returns the element that gets the focus, or moves the focus later by itself; called while
 * the element is still in the page. A stable function; default: the neighbour in the list, else the panel
 * around it
 */
export function usePassedFocus(
  element: RefObject<HTMLElement | null>,
  successor: (element: HTMLElement) => Element | null | undefined = neighbourOrPanel,
): void {
  useLayoutEffect(() => {
    const node = element.current;
    return () => {
      if (node?.contains(document.activeElement) !== true) return;
      const next = successor(node);
      if (next instanceof HTMLElement) next.focus();
    };
  }, [element, successor]);
}

/** First button of the next item of the element's list, else of the previous one. */
export function neighbourOf(element: Element): Element | undefined {
  const row = element.closest('li');
  return (
    row?.nextElementSibling?.querySelector('button') ??
    row?.previousElementSibling?.querySelector('button') ??
    undefined
  );
}

function neighbourOrPanel(element: Element): Element | null {
  return neighbourOf(element) ?? element.closest('dialog');
}
