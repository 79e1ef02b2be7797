import { type RefObject, useEffect } from 'react';

/**
 * A task that goes to another place (by Undo, or because a colleague moved it) is drawn anew there: the focus that was
 * lost with its old place is given again. One that is gone leaves it to its neighbour, until an Undo brings it back.
 * Whoever has gone elsewhere by themselves keeps what they chose.
 *
 * @param isListed whether the task is there, if only scrolled out of sight; default: it always is
 */
export function useKeptFocus(
  region: RefObject<HTMLElement | null>,
  isListed: (id: string) => boolean = isAny,
): void {
  useEffect(() => {
    const node = region.current;
    if (node === null) return undefined;
    // This may be here only after the focus.
    let kept = taskOf(document.activeElement);
    /** Has the focus in place of what is gone. */
    let stand: HTMLElement | undefined;
    const remember = ({ target }: FocusEvent) => {
      if (target === stand) return;
      stand = undefined;
      kept = taskOf(target);
    };
    const forget = ({ target }: FocusEvent) => {
      setTimeout(() => {
        const now = document.activeElement;
        const isGone = target instanceof Node && !target.isConnected;
        if (!isGone && now !== stand && taskOf(now) !== kept) kept = undefined;
      });
    };
    const observer = new MutationObserver((records) => {
      const now = document.activeElement;
      if (stand?.isConnected === false) {
        kept = taskOf(stand);
        stand = undefined;
      }
      if (kept === undefined || (now !== document.body && now !== stand)) return;
      const again = namedIn(node, kept);
      if (again !== null) {
        stand = undefined;
        again.focus({ preventScroll: true });
      } else if (now !== stand && !isListed(kept)) {
        stand = neighbourOf(kept, records);
        stand?.focus({ preventScroll: true });
      }
    });
    observer.observe(node, { childList: true, subtree: true });
    node.addEventListener('focusin', remember);
    node.addEventListener('focusout', forget);
    return () => {
      observer.disconnect();
      node.removeEventListener('focusin', remember);
      node.removeEventListener('focusout', forget);
    };
  }, [region, isListed]);
}

/** The task whose name this is, or in whose tile it is. */
function taskOf(target: EventTarget | null): string | undefined {
  if (!(target instanceof HTMLElement)) return undefined;
  const tile = target.closest('article');
  return (tile?.querySelector<HTMLElement>(NAME) ?? target).dataset['taskName'];
}

/** The task after the one that went, else the one before it, else the first control of its column. */
function neighbourOf(id: string, records: readonly MutationRecord[]): HTMLElement | undefined {
  const left = records.find(({ removedNodes }) =>
    [...removedNodes].some((gone) => gone instanceof Element && namedIn(gone, id) !== null),
  );
  const names = [left?.nextSibling, left?.previousSibling].flatMap((beside) =>
    beside instanceof Element && beside.isConnected ? (beside.querySelector(NAME) ?? []) : [],
  );
  const column = left?.target.parentElement?.closest('section');
  const [to] = [...names, column?.querySelector('button')];
  return to instanceof HTMLElement ? to : undefined;
}

function namedIn(place: Element, id: string): HTMLElement | null {
  return place.querySelector(`[data-task-name="${CSS.escape(id)}"]`);
}

const NAME = '[data-task-name]';

function isAny(): boolean {
  return true;
}
