import { type RefObject, useEffect } from 'react';

/**
 * Restores the focus when a task is rendered at another position, by Undo or a colleague's move. When the
 * task is removed, its neighbour gets the focus until an Undo restores the task. A focus that the person has
 * moved is left alone.
 *
 * @param isListed true when the task is in the list, even if not rendered; default: always true
 */
export function useRestoredFocus(
  region: RefObject<HTMLElement | null>,
  isListed: (id: string) => boolean = isAny,
): void {
  useEffect(() => {
    const node = region.current;
    if (node === null) return undefined;
    // The focus may have been set before this effect runs.
    let focusedTask = taskOf(document.activeElement);
    /** Element that has the focus in place of the removed one. */
    let replacement: HTMLElement | undefined;
    const remember = ({ target }: FocusEvent) => {
      if (target === replacement) return;
      replacement = undefined;
      focusedTask = taskOf(target);
    };
    const forget = ({ target }: FocusEvent) => {
      setTimeout(() => {
        const now = document.activeElement;
        const isGone = target instanceof Node && !target.isConnected;
        if (!isGone && now !== replacement && taskOf(now) !== focusedTask) focusedTask = undefined;
      });
    };
    const observer = new MutationObserver((records) => {
      const now = document.activeElement;
      if (replacement?.isConnected === false) {
        focusedTask = taskOf(replacement);
        replacement = undefined;
      }
      if (focusedTask === undefined || (now !== document.body && now !== replacement)) return;
      const again = namedIn(node, focusedTask);
      if (again !== null) {
        replacement = undefined;
        again.focus({ preventScroll: true });
      } else if (now !== replacement && !isListed(focusedTask)) {
        replacement = neighbourOf(focusedTask, records);
        replacement?.focus({ preventScroll: true });
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

/** Id of the task whose name or tile contains the target. */
function taskOf(target: EventTarget | null): string | undefined {
  if (!(target instanceof HTMLElement)) return undefined;
  const tile = target.closest('article');
  return (tile?.querySelector<HTMLElement>(NAME) ?? target).dataset['taskName'];
}

/** The task after the removed one, else the one before it, else the first control of its column. */
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
