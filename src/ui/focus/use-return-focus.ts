import { type RefObject, useEffect, useState } from 'react';

/**
 * Moves the focus into what was just opened (to the element with `data-autofocus`, else to the opened one itself), and
 * back to where it was when that goes: to the button of a menu that it was in; to the first control of where it stood,
 * when that is gone.
 *
 * @param home selects what takes it when nothing had it: the address had opened this
 */
export function useReturnFocus(opened: RefObject<HTMLElement | null>, home?: string): void {
  // By the time effects run a field inside may have taken the focus, or a menu that had it be gone: then what counts is
  // who had it before.
  const [atFirst] = useState(() => document.activeElement);
  useEffect(() => {
    const node = opened.current;
    const current = document.activeElement;
    const isInside = node?.contains(current) === true;
    const before = openerOf(isInside || current === document.body ? atFirst : current);
    const places = placesOf(before);
    if (node !== null && !isInside) {
      (node.querySelector<HTMLElement>('[data-autofocus]') ?? node).focus({ preventScroll: true });
    }
    return () => {
      const now = document.activeElement;
      const lost = now === null || now === document.body || node?.contains(now) === true;
      if (!lost) return;
      const place = places.find(({ isConnected }) => isConnected);
      const to =
        place === before
          ? place
          : (place?.querySelector(CONTROL) ??
            (home === undefined ? null : document.querySelector(home)));
      if (to instanceof HTMLElement) to.focus({ preventScroll: true });
    };
  }, [opened, atFirst, home]);
}

const CONTROL = 'a[href], button:not(:disabled), input:not(:disabled)';

function openerOf(element: Element | null): Element | null {
  const button = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return document.getElementById(button ?? '') ?? element;
}

/** The element and what it stands in, from inside out, as far as that belongs to a page or a panel. */
function placesOf(element: Element | null): readonly Element[] {
  const places: Element[] = [];
  for (let at = element; at !== null && at !== document.body; at = at.parentElement) {
    if (at !== element && (at.matches('main, dialog') || at.closest('main, dialog') === null)) {
      break;
    }
    places.push(at);
  }
  return places;
}
