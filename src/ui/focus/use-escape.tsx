import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';

/** Close functions of open panels and forms, topmost last. */
interface Closer {
  readonly close: () => void;
  /** A form within a page or a panel: Escape closes it only while it has the focus. */
  readonly form?: RefObject<HTMLElement | null> | undefined;
}
type Stack = { readonly push: (closer: Closer) => () => void };

const EscapeContext = createContext<Stack | undefined>(undefined);

/** Escape closes one thing: the form with the focus, or else the topmost panel. Menus, lists and dialogs in it come first. */
export function EscapeProvider({ children }: { readonly children: ReactNode }) {
  const closers = useRef<Closer[]>([]);
  const [stack] = useState<Stack>(() => ({
    push: (closer) => {
      closers.current.push(closer);
      return () => {
        closers.current = closers.current.filter((other) => other !== closer);
      };
    },
  }));
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      const opener = openerOf(event.target);
      if (opener !== undefined) {
        event.preventDefault();
        opener.click();
        return;
      }
      const { target } = event;
      const top = closers.current.findLast(
        ({ form }) => form === undefined || (target instanceof Node && contains(form, target)),
      );
      if (top === undefined || isHandledInside(event.target)) return;
      event.preventDefault();
      top.close();
    };
    // Capture: runs before a menu has closed itself, so that one key press closes one thing.
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, []);
  return <EscapeContext value={stack}>{children}</EscapeContext>;
}

interface EscapeOptions extends Pick<Closer, 'form'> {
  readonly active?: boolean;
}

/** While `active`, Escape calls `close` unless something above is open, or the focus is outside of `form`. */
export function useEscape(close: () => void, { active = true, form }: EscapeOptions = {}): void {
  const stack = useContext(EscapeContext);
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!active || stack === undefined) return undefined;
    return stack.push({ close: () => latest.current(), form });
  }, [active, stack, form]);
}

function contains(form: RefObject<HTMLElement | null>, target: Node): boolean {
  return form.current?.contains(target) === true;
}

/**
 * Button of an open menu or dialog that does not have the focus yet: it handles Escape only after it has rendered
 * and taken the focus, which is after the click that opened it. Not every browser focuses a clicked button.
 */
function openerOf(target: EventTarget | null): HTMLElement | undefined {
  if (!(target instanceof Element) || target.closest('[role="menu"]') !== null) return undefined;
  const opener = target === document.body ? document.querySelector(OPENER) : target.closest(OPENER);
  return opener instanceof HTMLElement ? opener : undefined;
}

const OPENER = ':is([aria-haspopup="menu"], [aria-haspopup="dialog"])[aria-expanded="true"]';

/** `data-expanded` marks a field with an open list; it is set before the list renders. */
const OWN =
  '[role="menu"], [role="listbox"], [role="alertdialog"], [data-own-escape], [data-expanded], [aria-expanded="true"][aria-haspopup]';

/** An open menu or list, the field that has opened it, or the field of a calendar. */
const LIST =
  '[role="menu"], [role="dialog"], [data-expanded], [aria-haspopup][aria-expanded="true"]';

/** True when Escape closes an open list around the focus, before the dialog that contains it. */
export function closesList(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(LIST) !== null;
}

/** True when an inner element handles the key: an open menu or list, a dialog, or an editor marked for it. */
function isHandledInside(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  // The focus is on the page when the focused control of a modal dialog was removed; the browser closes the dialog.
  if (target === document.body && document.querySelector('dialog:modal') !== null) return true;
  return target.closest(OWN) !== null;
}
