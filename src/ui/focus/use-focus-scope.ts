import { type RefObject, useEffect, useState } from 'react';

interface Scope {
  /** True: Tab stays inside, as in a modal sheet; a modal `dialog` element does that by itself. */
  readonly loops?: boolean;
  /**
   * Selector of the element that gets the focus on unmount when no element had it, e.g. after opening by an
   * address.
   */
  readonly home?: string | undefined;
}

/**
 * Moves the focus into an element on mount (to its descendant with `data-autofocus`, else to itself) and
 * returns it on unmount: to the element that had it, or to the button of the menu that had it, or to the
 * first control of the nearest ancestor that is still in the page.
 */
export function useFocusScope(
  scope: RefObject<HTMLElement | null>,
  { loops = false, home }: Scope = {},
): void {
  // Effects run later: by then a field inside may have the focus, or the menu that had it may have unmounted.
  const [atFirst] = useState(() => document.activeElement);
  useEffect(() => {
    const node = scope.current;
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
  }, [scope, atFirst, home]);
  useEffect(() => {
    const node = scope.current;
    if (!loops || node === null) return undefined;
    const listen = (event: KeyboardEvent) => loopTab(node, event);
    node.addEventListener('keydown', listen);
    return () => node.removeEventListener('keydown', listen);
  }, [scope, loops]);
}

const CONTROL = 'a[href], button:not(:disabled), input:not(:disabled)';
const TAB_STOP = `${CONTROL}, select:not(:disabled), textarea:not(:disabled), [tabindex]`;

/** Tab on the last control moves to the first, Shift+Tab on the first to the last. */
function loopTab(node: HTMLElement, event: KeyboardEvent): void {
  if (event.key !== 'Tab') return;
  const stops = [...node.querySelectorAll<HTMLElement>(TAB_STOP)].filter(
    (stop) => stop.tabIndex >= 0 && stop.offsetParent !== null,
  );
  const [first, last] = [stops[0], stops.at(-1)];
  const now = document.activeElement;
  const isAtEnd = event.shiftKey ? now === first || now === node : now === last;
  const next = event.shiftKey ? last : first;
  if (!isAtEnd || next === undefined) return;
  event.preventDefault();
  next.focus();
}

function openerOf(element: Element | null): Element | null {
  const button = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return document.getElementById(button ?? '') ?? element;
}

/** The element and its ancestors, innermost first, up to the page or panel that contains it. */
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
