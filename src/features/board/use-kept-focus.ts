import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * A task that goes to another day (by Undo, or because a colleague moved it) is drawn anew there: the focus that was lost
 * with its old place is given again. Whoever has gone elsewhere by themselves keeps what they chose.
 */
export function useKeptFocus(grid: RefObject<HTMLElement | null>, days: unknown): void {
  const last = useRef<string>(undefined);
  useEffect(() => {
    const node = grid.current;
    const controller = new AbortController();
    const { signal } = controller;
    node?.addEventListener('focusin', ({ target }) => (last.current = nameOf(target)), { signal });
    node?.addEventListener(
      'focusout',
      ({ target }) => {
        setTimeout(() => {
          const isGone = target instanceof Node && !target.isConnected;
          if (!isGone && nameOf(document.activeElement) !== last.current) last.current = undefined;
        });
      },
      { signal },
    );
    return () => controller.abort();
  }, [grid]);
  useLayoutEffect(() => {
    if (last.current === undefined || document.activeElement !== document.body) return;
    const name = `[data-task-name="${CSS.escape(last.current)}"]`;
    grid.current?.querySelector<HTMLElement>(name)?.focus();
  }, [grid, days]);
}

function nameOf(target: EventTarget | null): string | undefined {
  return target instanceof HTMLElement ? target.dataset['taskName'] : undefined;
}
