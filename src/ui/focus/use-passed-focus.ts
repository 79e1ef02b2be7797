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

/** First control after the element in its form, panel or page. */
export function controlAfter(element: Element): Element | undefined {
  const around = element.parentElement?.closest('form, dialog, main') ?? document.body;
  return Array.from(around.querySelectorAll<HTMLElement>(CONTROL)).find(
    (one) =>
      element.compareDocumentPosition(one) === Node.DOCUMENT_POSITION_FOLLOWING &&
      one.offsetParent !== null,
  );
}

const CONTROL = ':is(a[href], button, input, select, textarea):not(:disabled)';

function neighbourOrPanel(element: Element): Element | null {
  return neighbourOf(element) ?? element.closest('dialog');
}
